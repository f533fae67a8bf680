/** What a mail says, without its looks. */
export interface Content {
  subject: string;
  /** What mail programs show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  action: { label: string; link: string };
  /** Small print under the button: until when, and what to do when it came by mistake. */
  notes: string[];
}
