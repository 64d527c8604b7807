import type { Credential, RejectedCredential } from "../../../shared/credential/credential.ts";
import { Marked } from "../../content/review/grading/marked.tsx";
import { date } from "../../ui/look/format.ts";
import { KeyValues } from "../../ui/look/key-values.tsx";
import { Panel, Stack } from "../../ui/look/panel.tsx";
import { RichText } from "../../ui/look/rich-text.tsx";
import { changesSince } from "./changes-since.ts";
import "../../content/credential/credential.css";

/** For whoever decides again: what was asked for when it was rejected, and what was changed since, marked. */
export default function SinceRejection({
  credential,
  rejected,
}: {
  readonly credential: Credential;
  readonly rejected: RejectedCredential;
}) {
  const changes = changesSince(rejected, credential);
  return (
    <Panel title="Since it was rejected" description={`Rejected ${date(rejected.on)}`}>
      <Stack gap="m">
        <KeyValues items={[{ label: "Feedback", value: <RichText html={credential.feedback} /> }]} />
        {changes.length === 0 ? <p>Nothing has changed since.</p> : null}
        {changes.map(({ label, before, now }) => (
          <section key={label} aria-label={label}>
            <p className="section-choices">{label}</p>
            <Marked before={before} now={now} />
          </section>
        ))}
      </Stack>
    </Panel>
  );
}
