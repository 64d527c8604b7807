import { useEffect, useState } from "react";
import { counted, dateTime, relative } from "../../ui/look/format.ts";
import { useOnline } from "../../ui/online.ts";
import type { Keeping } from "./use-unfinished.ts";

const secondMs = 1000;

/** Whether the open step is safe: when it was saved, or kept before it is whole, or why it is neither. */
export function StepStatus({
  keeping,
  savedAt,
}: {
  readonly keeping: Keeping | undefined;
  readonly savedAt: string | undefined;
}) {
  const online = useOnline();
  if (keeping?.kind === "kept" && keeping.at !== undefined) return <Ago words="Saved as draft" at={keeping.at} />;
  if (keeping === undefined || keeping.kind === "kept") return savedAt ? <Ago words="Saved" at={savedAt} /> : null;
  const words = {
    typed: "Not saved yet",
    keeping: online ? "Saving draft …" : "Not saved yet. You’re offline.",
    failed: `Not saved: ${keeping.kind === "failed" ? keeping.fault : ""}`,
    conflict: "Not saved. Choose a version above.",
  };
  return (
    <p className="wizard-saved" role="status">
      {words[keeping.kind]}
    </p>
  );
}

/** `Saved 2 seconds ago`, counting on, with the moment itself beside it. */
function Ago({ words, at }: { readonly words: string; readonly at: string }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(at)) / secondMs));
  const ago = seconds < 60 ? `${counted(seconds, "second")} ago` : relative(at, nowMs);
  return (
    <p className="wizard-saved">
      <span className="figures">
        {words} {ago}
      </span>{" "}
      <time dateTime={at}>({dateTime(at)})</time>
    </p>
  );
}
