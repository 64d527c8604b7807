import { useEffect, useState } from "react";
import { activeSecondsMax } from "../../../shared/review/rules.ts";
import { draftAt } from "../../ui/forms/drafts.ts";
import { duration } from "../../ui/look/format.ts";
import { LightButton } from "../../ui/look/light.tsx";

/** So often somebody is seen at work. */
const beatSeconds = 15;
/** Whoever has not touched anything for so long is not at work. */
const idleAfterMs = 120_000;
const inputs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

interface Worked {
  readonly seconds: number;
  readonly isPaused: boolean;
}
const nothing: Worked = { seconds: 0, isPaused: false };

const placeOf = (credential_job_id: string) =>
  draftAt<Worked>({ kind: "active time", about: credential_job_id, kept: "device" });

/** How long a reviewer has been at a job on this device, as it is sent with what they decide; nothing where that is no time. */
export function activeSeconds(credential_job_id: string): { readonly active_seconds?: number } {
  const { seconds } = placeOf(credential_job_id).read() ?? nothing;
  return seconds > 0 ? { active_seconds: Math.min(seconds, activeSecondsMax) } : {};
}

/**
 * How long a reviewer has been at a job, beside its estimate: counted while the page is seen and somebody is at it, and kept
 * on this device until they decide.
 */
export function ActiveTime({
  credential_job_id,
  review_time,
}: {
  readonly credential_job_id: string;
  /** The estimate, in minutes. */
  readonly review_time: number;
}) {
  const kept = placeOf(credential_job_id);
  const [{ seconds, isPaused }, setWorked] = useState(() => kept.read() ?? nothing);
  useEffect(() => {
    let lastInputMs = Date.now();
    const place = placeOf(credential_job_id);
    const seen = () => {
      lastInputMs = Date.now();
    };
    const beat = () => {
      const worked = place.read() ?? nothing; // another tab may have counted
      if (worked.isPaused || document.hidden || Date.now() - lastInputMs >= idleAfterMs) return;
      const more = { ...worked, seconds: worked.seconds + beatSeconds };
      place.keep(more);
      setWorked(more);
    };
    for (const name of inputs) addEventListener(name, seen, { passive: true });
    const timer = setInterval(beat, beatSeconds * 1000);
    return () => {
      clearInterval(timer);
      for (const name of inputs) removeEventListener(name, seen);
    };
  }, [credential_job_id]);
  return (
    <p className="active-time">
      Active time: {duration(Math.floor(seconds / 60))} of about {duration(review_time)}
      {isPaused ? ", paused" : ""}{" "}
      <LightButton
        onClick={() => {
          const changed = { ...(kept.read() ?? nothing), isPaused: !isPaused };
          kept.keep(changed);
          setWorked(changed);
        }}
      >
        {isPaused ? "Resume timer" : "Pause timer"}
      </LightButton>{" "}
      <span className="panel-description">
        Counts while you work on this page. Sent with your decision so your organization sees how estimates hold up. It
        doesn’t affect your pay.
      </span>
    </p>
  );
}
