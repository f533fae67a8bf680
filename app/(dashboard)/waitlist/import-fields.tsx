import { Input } from "../../_components/ui/input.tsx";
import { Label } from "../../_components/ui/label.tsx";
import { Select } from "../../_components/ui/select.tsx";

export interface Chosen {
  file: File | null;
  /** Empty: the encoding of the file's byte order mark, else UTF-8. */
  charset: string;
}

/** Names of https://encoding.spec.whatwg.org/#names-and-labels. */
const CHARSETS = {
  "": "Automatic: UTF-8 or UTF-16",
  "windows-1252": "Western European (Windows-1252)",
  "windows-1250": "Central European (Windows-1250)",
  "windows-1251": "Cyrillic (Windows-1251)",
  "windows-1254": "Turkish (Windows-1254)",
  macintosh: "Western European (Mac Roman)",
  shift_jis: "Japanese (Shift JIS)",
  gb18030: "Chinese (GB 18030)",
  "euc-kr": "Korean (EUC-KR)",
};

/** The file and its encoding. */
export function ImportFields({
  chosen,
  choose,
  isBusy,
}: {
  chosen: Chosen;
  choose: (next: Chosen) => void;
  isBusy: boolean;
}) {
  return (
    <>
      <div className="space-y-1.5">
        <Label htmlFor="waitlist-file">File</Label>
        <Input
          id="waitlist-file"
          type="file"
          accept=".csv,text/csv"
          className="h-auto py-2 file:mr-3 file:rounded file:bg-subtle file:px-2.5 file:py-1 file:text-[0.8125rem] file:font-medium"
          disabled={isBusy}
          onChange={(event) => choose({ ...chosen, file: event.target.files?.[0] ?? null })}
        />
        {!chosen.file && (
          <p className="text-xs text-pretty text-muted">
            You see what was read before anything is imported. Addresses that are on the waitlist stay as they
            are, so you can import a file again. No mail is sent.
          </p>
        )}
      </div>
      {chosen.file && (
        <div className="space-y-1.5">
          <Label htmlFor="waitlist-charset">Encoding</Label>
          <Select
            id="waitlist-charset"
            value={chosen.charset}
            disabled={isBusy}
            onChange={(event) => choose({ ...chosen, charset: event.target.value })}
          >
            {Object.entries(CHARSETS).map(([charset, name]) => (
              <option key={charset} value={charset}>
                {name}
              </option>
            ))}
          </Select>
          <p className="text-xs text-pretty text-muted">
            Excel saves “CSV” in the encoding of the computer&apos;s language, “CSV UTF-8” in UTF-8.
          </p>
        </div>
      )}
    </>
  );
}
