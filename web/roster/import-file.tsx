import { useRef, useState } from "react";
import { acceptedFiles, fileFault } from "../../shared/file/rules.ts";
import type { Import } from "../../shared/roster/import.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { upload } from "../api/upload.ts";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { LightButton } from "../ui/look/light.tsx";
import { Icon } from "../ui/look/pictures/icon.tsx";
import { Progress } from "../ui/look/progress.tsx";
import { StatusText } from "../ui/look/status-text.tsx";

const lookAgainMs = 2000;
/** A scan for malware takes seconds. */
const looksMax = 30;

/** Asks for the check of an uploaded file, again while it is looked at for malware. */
async function check(key: string, organization_id: string): Promise<Import> {
  for (let look = 1; ; look++) {
    try {
      return await write(api.roster.create, { key, organization_id });
    } catch (error) {
      const isScanned = error instanceof ApiError && error.code === "file.being-checked";
      if (!isScanned || look === looksMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    }
  }
}

/** Takes a file of people: uploads it, and has its rows checked. */
export function ImportFile({
  organization_id,
  onDone,
}: {
  readonly organization_id: string;
  readonly onDone: (made: Import) => unknown;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const [name, setName] = useState("");
  const sending = useSubmit<File, Import>({
    send: async (file) => {
      const fault = fileFault("imports", file);
      if (fault) throw new ApiError("file.not-allowed", fault, 400);
      const key = await upload(file, { folder: "imports", organization_id, onProgress: setShare });
      return check(key, organization_id);
    },
    onDone,
    explain: unforeseen,
  });
  return (
    <div className="uploads">
      <input
        ref={chooser}
        className="visually-hidden"
        type="file"
        accept={acceptedFiles("imports")}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (!file) return;
          setShare(0);
          setName(file.name);
          void sending.submit(file);
        }}
      />
      <LightButton primary busy={sending.pending} onClick={() => chooser.current?.click()}>
        <Icon name="upload" />
        Choose a CSV file
      </LightButton>
      {sending.pending ? <Progress label={`Uploading ${name}`} share={share} /> : null}
      <div role="alert">
        {sending.fault ? (
          <StatusText kind="error">
            {name}: {sending.fault}
          </StatusText>
        ) : null}
      </div>
    </div>
  );
}
