/** What a mail says, without its layout. */
export interface Content {
  subject: string;
  /** What mail programs show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  action: { label: string; link: string };
  /** Small print under the button: when the link expires, and what to do if the mail came by mistake. */
  notes: string[];
}
