import { partCountOf, partSizeOf } from "../../shared/file/rules.ts";
import { ApiError, lostConnection } from "./api-error.ts";
import { api } from "./client.ts";

/** How many parts are on their way at once, and for how many addresses are asked. */
const LANES = 3;
const SIGNED_AT_ONCE = 6;
/** After a lost connection the wait doubles from the first to the longest. */
const WAIT_FIRST_MS = 1000;
const WAIT_LONGEST_MS = 30_000;
/** A part of which nothing goes out for so long is lost: a closed lid tells nobody. */
const STALLED_MS = 60_000;
/** How often in a row a storage that answers may refuse before it is given up. */
const REFUSALS_MAX = 5;

/** Where an upload in parts stands in this tab. */
export interface UploadState {
  /** `waiting`: the connection was lost, and it continues by itself. */
  readonly kind: "sending" | "waiting" | "paused" | "failed" | "finished";
  /** From 0 to 1. */
  readonly share: number;
  /** Why it failed. */
  readonly error?: unknown;
}

interface Upload {
  readonly key: string;
  readonly organization_id: string | undefined;
  readonly file: File;
  state: UploadState;
  stop: AbortController;
  /** Ends the wait after a lost connection. */
  wake?: () => void;
}

/** They go on while their owner is on another page of the portal. */
const uploads = new Map<string, Upload>();
const listeners = new Set<() => void>();

/** Hears of every change of any upload, for `useSyncExternalStore`. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the upload of a key stands in this tab; undefined when this tab sends none. */
export const uploadOf = (key: string): UploadState | undefined => uploads.get(key)?.state;

function set(upload: Upload, state: UploadState): void {
  if (uploads.get(upload.key) !== upload) return;
  upload.state = state;
  for (const listener of listeners) listener();
}

addEventListener("online", () => {
  for (const { wake } of uploads.values()) wake?.();
});

interface Place {
  readonly organization_id: string | undefined;
}

/** Begins the upload of a recording for the work on a submission, and sends it. Answers its key. Throws {@link ApiError}. */
export async function beginUpload(file: File, place: Place & { readonly application_id: string }): Promise<string> {
  const { name, type, size } = file;
  const { key } = await api.file.beginParts.send({ ...place, name, type, size });
  continueUpload(key, { ...place, file });
  return key;
}

/** Sends what has not arrived: of the file as it was chosen before, or of the same one chosen anew. */
export function continueUpload(key: string, { file, organization_id }: Place & { readonly file?: File }): void {
  const before = uploads.get(key);
  const sent = file ?? before?.file;
  if (sent === undefined) return;
  if (before?.state.kind === "waiting") before.wake?.();
  if (before?.state.kind === "waiting" || before?.state.kind === "sending") return;
  const state = { kind: "sending", share: before?.state.share ?? 0 } as const;
  const upload: Upload = { key, organization_id, file: sent, state, stop: new AbortController() };
  uploads.set(key, upload);
  set(upload, state);
  void run(upload);
}

/** Stops sending; what has arrived stays. */
export function pauseUpload(key: string): void {
  const upload = uploads.get(key);
  if (upload === undefined) return;
  upload.stop.abort();
  upload.wake?.();
  set(upload, { kind: "paused", share: upload.state.share });
}

/** Gives an unfinished upload up, here and at the storage. */
export async function abandonUpload(key: string, { organization_id }: Place): Promise<void> {
  uploads.get(key)?.stop.abort();
  uploads.delete(key);
  await api.file.abandonParts.send({ organization_id, key });
}

async function run(upload: Upload): Promise<void> {
  const { signal } = upload.stop;
  let waitMs = WAIT_FIRST_MS;
  for (let refusals = 0; !signal.aborted; ) {
    const before = upload.state.share;
    try {
      await sendAll(upload, signal);
      return set(upload, { kind: "finished", share: 1 });
    } catch (error) {
      if (signal.aborted) return;
      const { share } = upload.state;
      const status = error instanceof ApiError ? error.status : undefined;
      refusals = status === 0 || share > before ? 0 : refusals + 1;
      if (!passes(error) || refusals >= REFUSALS_MAX) return set(upload, { kind: "failed", share, error });
      set(upload, { kind: "waiting", share });
      if (share > before) waitMs = WAIT_FIRST_MS;
      await rest(upload, waitMs);
      waitMs = Math.min(2 * waitMs, WAIT_LONGEST_MS);
      if (!signal.aborted) set(upload, { kind: "sending", share });
    }
  }
}

/** No answer, busy, an address that has ended, or a part that is missing after all: the next try may succeed. */
const passes = (error: unknown): boolean =>
  error instanceof ApiError &&
  ([0, 429].includes(error.status) ||
    error.status >= 500 ||
    ["file.not-stored", "file.parts-missing"].includes(error.code));

const rest = (upload: Upload, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    upload.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });

/** Sends the parts that are missing, and has them joined. */
async function sendAll(upload: Upload, signal: AbortSignal): Promise<void> {
  const { key, organization_id, file } = upload;
  const known = await api.file.readParts.send({ organization_id, key }, { signal });
  if (known.status !== "intent") return;
  const arrived = new Map(known.arrived.map(({ part_number, etag }) => [part_number, etag]));
  const sizeOf = (number: number) => partSizeOf(file.size, number, known.part_bytes);
  const numbers = Array.from({ length: partCountOf(file.size, known.part_bytes) }, (_, index) => index + 1);
  const missing = numbers.filter((number) => !arrived.has(number));
  const underWay = new Map<number, number>();
  const tell = () => {
    const sent = [...arrived.keys()].reduce((sum, number) => sum + sizeOf(number), 0);
    const going = [...underWay.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (!signal.aborted) set(upload, { kind: "sending", share: (sent + going) / file.size });
  };
  tell();
  const next = addresses(upload, missing, signal);
  const lane = async () => {
    for (let part = await next(); part !== undefined; part = await next()) {
      const { part_number, url } = part;
      const from = (part_number - 1) * known.part_bytes;
      try {
        const bytes = file.slice(from, from + sizeOf(part_number));
        const onProgress = (loaded: number) => {
          underWay.set(part_number, loaded);
          tell();
        };
        arrived.set(part_number, await put(url, bytes, { onProgress, signal }));
      } finally {
        underWay.delete(part_number);
      }
      tell();
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  for (const each of lanes) if (each.status === "rejected") throw each.reason;
  const parts = numbers.map((part_number) => ({ part_number, etag: arrived.get(part_number)! }));
  await api.file.completeParts.send({ organization_id, key, parts }, { signal });
}

/** Gives the addresses of parts one after the other, asking for some at a time. */
function addresses({ key, organization_id }: Upload, missing: readonly number[], signal: AbortSignal) {
  const left = [...missing];
  const ready: { readonly part_number: number; readonly url: string }[] = [];
  let asking: Promise<void> | undefined;
  const ask = async () => {
    const part_numbers = left.splice(0, SIGNED_AT_ONCE);
    const { parts } = await api.file.signParts.send({ organization_id, key, part_numbers }, { signal });
    ready.push(...parts);
  };
  return async () => {
    while (ready.length === 0 && (left.length > 0 || asking)) {
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      await asking;
    }
    return ready.shift();
  };
}

interface Sending {
  readonly onProgress: (loaded: number) => void;
  readonly signal: AbortSignal;
}

/** Puts a part at its address and answers what the storage calls it. Only XMLHttpRequest tells how far an upload is. */
function put(url: string, bytes: Blob, { onProgress, signal }: Sending): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout>;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALLED_MS);
    };
    const stop = () => request.abort();
    request.open("PUT", url);
    request.upload.onprogress = ({ loaded }) => {
      watch();
      onProgress(loaded);
    };
    request.onload = () => {
      const etag = request.getResponseHeader("etag");
      if (request.status < 300 && etag !== null) resolve(etag);
      else reject(new ApiError("file.not-stored", "We couldn’t save the file.", request.status));
    };
    request.onerror = () => reject(lostConnection());
    request.onabort = () => reject(lostConnection());
    request.onloadend = () => {
      clearTimeout(stalled);
      signal.removeEventListener("abort", stop);
    };
    signal.addEventListener("abort", stop, { once: true });
    watch();
    request.send(bytes);
  });
}
