import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NewObject } from "./objects.ts";
import { S3Refusal } from "./signature.ts";

/** An upload in parts is of one key in one bucket, and of no other. */
export interface UploadPlace {
  readonly bucket: string;
  readonly key: string;
  readonly upload: string;
}

/** A part that has arrived. */
export interface ArrivedPart {
  readonly number: number;
  readonly etag: string;
  readonly size: number;
  /** ISO time of the last write. */
  readonly modified: string;
}

/** The uploads in parts that nobody has ended, each a folder of files named by their parts' numbers. */
export interface PartStore {
  start(bucket: string, object: NewObject): string;
  /** What will be made of the parts. Throws NoSuchUpload, as the others do. */
  object(place: UploadPlace): NewObject;
  /** Writes a part, over one of the same number. Answers its ETag. */
  write(place: UploadPlace, number: number, bytes: Buffer): string;
  /** What has arrived, by number. */
  arrived(place: UploadPlace): ArrivedPart[];
  /** The file with the bytes of a part. */
  file(place: UploadPlace, number: number): string;
  drop(place: UploadPlace): void;
}

/** Opens the store in a folder. */
export function openParts(directory: string): PartStore {
  const read = <T>(path: string) => JSON.parse(readFileSync(path, "utf8")) as T;
  const begun = ({ upload }: UploadPlace) => join(directory, ".uploads", upload);

  function object(place: UploadPlace): NewObject {
    const path = join(begun(place), "object.json");
    if (/^[\w-]+$/.test(place.upload) && existsSync(path)) {
      const { bucket, object: made } = read<{ bucket: string; object: NewObject }>(path);
      if (bucket === place.bucket && made.key === place.key) return made;
    }
    const message =
      "The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.";
    throw new S3Refusal(404, "NoSuchUpload", message);
  }
  function folder(place: UploadPlace): string {
    object(place);
    return begun(place);
  }

  return {
    start(bucket, made) {
      const upload = randomUUID();
      const path = join(directory, ".uploads", upload);
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, "object.json"), JSON.stringify({ bucket, object: made }));
      return upload;
    },
    object,
    write(place, number, bytes) {
      const path = join(folder(place), String(number));
      const etag = `"${createHash("md5").update(bytes).digest("hex")}"`;
      const part: ArrivedPart = { number, etag, size: bytes.length, modified: new Date().toISOString() };
      writeFileSync(`${path}.arriving`, bytes);
      renameSync(`${path}.arriving`, path);
      writeFileSync(`${path}.json`, JSON.stringify(part));
      return etag;
    },
    arrived(place) {
      const path = folder(place);
      return readdirSync(path)
        .filter((name) => /^\d+\.json$/.test(name))
        .map((name) => read<ArrivedPart>(join(path, name)))
        .toSorted((one, other) => one.number - other.number);
    },
    file: (place, number) => join(folder(place), String(number)),
    drop: (place) => rmSync(folder(place), { recursive: true }),
  };
}
