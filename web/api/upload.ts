import type { Folder } from "../../shared/file/rules.ts";
import { ApiError, lostConnection } from "./api-error.ts";
import { api } from "./client.ts";

/** Where the signature of an upload says the file must go: an S3 presigned POST. */
export interface PresignedPost {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

interface Progress {
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** Sends a file to storage. Only XMLHttpRequest tells how far an upload is. */
function send({ url, fields }: PresignedPost, file: Blob, { onProgress, signal }: Progress): Promise<void> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("file", file);
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () => {
      if (request.status < 300) return resolve();
      const tooLarge = request.responseText.includes("EntityTooLarge");
      reject(
        tooLarge
          ? new ApiError("input.too-large", "This is too large to send.", 413)
          : new ApiError("file.not-stored", "We couldn’t save the file.", request.status),
      );
    };
    request.onerror = () => reject(lostConnection());
    request.onabort = () => reject(new DOMException("The upload was stopped.", "AbortError"));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

/**
 * Uploads a file into a folder: asks for the presigned POST, sends the file, and has the server check what arrived.
 * `onProgress` hears shares from 0 to 1. Answers the stored object's key. Throws {@link ApiError}.
 */
export async function upload(
  file: File,
  options: Progress & { readonly folder: Folder; readonly organization_id?: string },
): Promise<string> {
  const { folder, organization_id } = options;
  const type = file.type || "application/octet-stream";
  const intent = await api.file.upload.send({ name: file.name, type, size: file.size, folder, organization_id });
  await send(intent, file, options);
  await api.file.confirm.send({ key: intent.key, organization_id });
  return intent.key;
}
