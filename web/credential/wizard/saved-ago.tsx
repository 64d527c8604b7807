import { useEffect, useState } from "react";
import { counted, dateTime, relative } from "../../ui/format.ts";

const secondMs = 1000;

/** `Saved 2 seconds ago`, counting on, with the moment itself beside it. */
export function SavedAgo({ at }: { readonly at: string }) {
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
      <span className="figures">Saved {ago}</span> <time dateTime={at}>({dateTime(at)})</time>
    </p>
  );
}
