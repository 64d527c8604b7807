import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type Ref, useId, useRef, useState } from "react";
import { captionsLanguage } from "../../../shared/file/rules.ts";
import { api } from "../../api/client.ts";
import { useSession } from "../../session/session.tsx";
import { captionsInWords } from "../../ui/forms/files/captions.ts";
import { LightButton } from "../../ui/look/light.tsx";
import { wordsFor } from "../../ui/words.ts";
import { KeyHint } from "./grading/grading-keys.tsx";
import "./recording-player.css";

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
const stepSeconds = 10;

interface Played {
  readonly key: string;
  readonly name: string;
}

/** The address of what is played, good for two hours. */
function useLink(key: string | undefined) {
  const { organization_id } = useSession();
  return useQuery({
    ...api.file.download.query({ key: key ?? "", organization_id, use: "play" }),
    enabled: key !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Plays a learner's recording where it stands: steps of ten seconds and its speed also by key, while the focus is within. */
export default function RecordingPlayer({
  file,
  captions,
  sort,
}: {
  readonly file: Played;
  readonly captions?: Played | undefined;
  readonly sort: "video" | "audio";
}) {
  const link = useLink(file.key);
  const captionsLink = useLink(captions?.key);
  const media = useRef<HTMLMediaElement>(null);
  const speedId = useId();
  const [speed, setSpeed] = useState(1);
  const [broken, setBroken] = useState(false);
  const [at, setAt] = useState(0);

  const step = (seconds: number) => {
    const playing = media.current;
    if (playing)
      playing.currentTime = Math.max(
        0,
        Math.min(playing.currentTime + seconds, playing.duration || Number.POSITIVE_INFINITY),
      );
  };
  const playAt = (wanted: number) => {
    setSpeed(wanted);
    if (media.current) media.current.playbackRate = wanted;
  };
  const change = (by: 1 | -1) => playAt(speeds[speeds.indexOf(speed) + by] ?? speed);
  const acts: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => step(-stepSeconds),
    ArrowRight: () => step(stepSeconds),
    "<": () => change(-1),
    ">": () => change(1),
  };
  const press = (event: KeyboardEvent) => {
    const act = acts[event.key];
    if (!act || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  /** The address ends after two hours: another one goes on where this one stopped. */
  const again = async () => {
    setAt(media.current?.currentTime ?? 0);
    await Promise.all([link.refetch(), captions && captionsLink.refetch()]);
    setBroken(false);
  };

  if (link.isError) return <p className="job-soft">This can’t be played: {wordsFor(link.error)}</p>;
  const shared = {
    src: link.data?.url,
    controls: true,
    preload: "metadata",
    // a browser reads captions of another origin for a page that asks for both so
    ...(captions && { crossOrigin: "anonymous" as const }),
    "aria-label": `${sort === "video" ? "Video" : "Audio"} ${file.name}`,
    onError: () => setBroken(true),
    onLoadedMetadata: () => {
      if (media.current && at > 0) media.current.currentTime = at;
      playAt(speed);
    },
  } as const;
  const track =
    captions && captionsLink.data ? (
      <track
        kind="captions"
        src={captionsLink.data.url}
        srcLang={captionsLanguage(captions.name)}
        label={captionsInWords(captions.name)}
        default
      />
    ) : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and this is a player
    <div
      className={`recording recording-${sort}`}
      role="group"
      aria-label={`Player of ${file.name}`}
      onKeyDownCapture={press}
    >
      {sort === "video" || captions ? (
        // what is only heard has nowhere to show captions but in a film's place
        <video {...shared} ref={media as Ref<HTMLVideoElement>} playsInline>
          {track}
        </video>
      ) : (
        <audio {...shared} ref={media as Ref<HTMLAudioElement>} />
      )}
      {broken ? (
        <p role="alert">
          This recording can’t be played here, or its link has ended.{" "}
          <LightButton onClick={() => void again()}>Try again</LightButton>
        </p>
      ) : null}
      {captionsLink.isError ? (
        <p className="job-soft">The captions can’t be shown: {wordsFor(captionsLink.error)}</p>
      ) : null}
      <div className="recording-controls">
        <LightButton onClick={() => step(-stepSeconds)}>
          Back 10 seconds <KeyHint>←</KeyHint>
        </LightButton>
        <LightButton onClick={() => step(stepSeconds)}>
          Forward 10 seconds <KeyHint>→</KeyHint>
        </LightButton>
        <span className="recording-speed">
          <label htmlFor={speedId}>Speed</label>
          <select
            id={speedId}
            className="light-select"
            value={speed}
            onChange={(event) => playAt(Number(event.target.value))}
          >
            {speeds.map((each) => (
              <option key={each} value={each}>
                {each} ×
              </option>
            ))}
          </select>
          <KeyHint>{"<"}</KeyHint>
          <KeyHint>{">"}</KeyHint>
        </span>
      </div>
    </div>
  );
}
