import { useQueries } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { subscribe, uploadOf } from "../../api/parted-upload.ts";
import { isGone, recordingQuery } from "../../ui/forms/files/recording-query.ts";
import { counted } from "../../ui/look/format.ts";
import { Stack } from "../../ui/look/panel.tsx";
import { type StatusKind, StatusText } from "../../ui/look/status-text.tsx";

type Standing = "good" | "coming" | "checking" | "refused";

/** What is said of so many recordings that keep work from being handed in. */
const awaited: Readonly<Record<Exclude<Standing, "good">, readonly [StatusKind, (count: number) => string]>> = {
  refused: [
    "error",
    (count) =>
      `${counted(count, "recording")} can’t be submitted. Remove ${count === 1 ? "it" : "them"}, or choose ${count === 1 ? "another" : "others"}.`,
  ],
  coming: [
    "warning",
    (count) =>
      `${counted(count, "recording")} ${count === 1 ? "isn’t" : "aren’t"} uploaded yet. Submit when it is done.`,
  ],
  checking: ["pending", (count) => `We’re checking ${counted(count, "recording")}. You can submit in a few minutes.`],
};

/** Whether work with recordings can be handed in: what is awaited of them, and nothing more when all are good. */
export default function RecordingsAwaited({
  keys,
  organization_id,
}: {
  readonly keys: readonly string[];
  readonly organization_id: string | undefined;
}) {
  useSyncExternalStore(subscribe, () => keys.map((key) => uploadOf(key)?.kind).join());
  const answers = useQueries({ queries: keys.map((key) => recordingQuery(key, organization_id, uploadOf(key))) });
  const standings = answers.map(({ data, error }, index): Standing => {
    const upload = uploadOf(keys[index]!);
    if (upload && upload.kind !== "finished") return "coming";
    if (isGone(error) || data?.status === "refused") return "refused";
    if (data?.status === "clean") return "good";
    return data?.status === "intent" && !upload ? "coming" : "checking";
  });
  const kinds = (["refused", "coming", "checking"] as const).filter((kind) => standings.includes(kind));
  return (
    <div role="status">
      <Stack gap="s">
        {kinds.map((kind) => {
          const [look, say] = awaited[kind];
          return (
            <StatusText key={kind} kind={look}>
              {say(standings.filter((standing) => standing === kind).length)}
            </StatusText>
          );
        })}
        {kinds.length === 0 ? <StatusText kind="success">Every section is complete.</StatusText> : null}
      </Stack>
    </div>
  );
}
