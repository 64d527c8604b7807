import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { type ReactNode, useRef, useState } from "react";
import { folderRules } from "../../shared/file/rules.ts";
import { counted } from "../ui/look/format.ts";
import { StatusText } from "../ui/look/status-text.tsx";
import { type PersonOfFile, peopleIn } from "./people-of-file.ts";

/** What is larger is no list of people. */
const { bytesMax } = folderRules.imports;

/** What of the form takes a CSV file that is dropped on it or chosen, and says what was read of it. */
export function PeopleDrop({
  add,
  children,
}: {
  /** Takes the people; answers what is said where it does not. */
  readonly add: (people: readonly PersonOfFile[]) => string | undefined;
  readonly children: ReactNode;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [told, setTold] = useState<{ readonly text: string; readonly isFault?: boolean }>();

  const take = async (file: File) => {
    const nobody = `We couldn’t find email addresses in ${file.name}. In your spreadsheet, save the list as CSV and choose that file.`;
    try {
      const { people, heading } = file.size > bytesMax ? { people: [] } : await peopleIn(file);
      const fault = people.length === 0 ? nobody : add(people);
      const rows = `${counted(people.length, "row")} added from ${file.name}`;
      setTold(
        fault
          ? { text: fault, isFault: true }
          : { text: heading ? `${rows}, column “${heading}”. Its first row has the names of columns.` : `${rows}.` },
      );
    } catch {
      setTold({ text: nobody, isFault: true });
    }
  };
  const takeFirst = (files: FileList | null) => {
    const [file, ...others] = files ?? [];
    if (others.length > 0) setTold({ text: "Choose one file at a time.", isFault: true });
    else if (file) void take(file);
  };

  return (
    <section
      aria-label="People to invite"
      className="invitation-drop"
      data-over={over}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        setOver(false);
        takeFirst(event.dataTransfer.files);
      }}
    >
      <input
        ref={chooser}
        className="visually-hidden"
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          takeFirst(target.files);
          target.value = "";
        }}
      />
      <SpaceBetween size="m">
        <div className="invitation-file">
          <SpaceBetween direction="horizontal" size="s" alignItems="center">
            <Button iconName="upload" formAction="none" onClick={() => chooser.current?.click()}>
              Choose a CSV file
            </Button>
            <span>or drop it here</span>
          </SpaceBetween>
          <div role="status">
            {told ? <StatusText kind={told.isFault ? "error" : "info"}>{told.text}</StatusText> : null}
          </div>
        </div>
        {children}
      </SpaceBetween>
    </section>
  );
}
