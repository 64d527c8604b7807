import type { Role } from "../permissions.ts";

/** What uploads are for; each purpose has a folder of its own in the bucket. */
export const folders = ["submissions", "resources", "certificates", "support", "imports"] as const;
export type Folder = (typeof folders)[number];

/** The kinds of file that may be uploaded: MIME type by extension. */
export const fileTypes = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  jpe: "image/jpeg",
  jfif: "image/jpeg", // what browsers on Windows save
  txt: "text/plain",
  csv: "text/csv",
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  vtt: "text/vtt",
} as const;
export type FileExtension = keyof typeof fileTypes;

interface FolderRule {
  readonly roles: readonly Role[];
  readonly bytesMax: number;
  readonly extensions: readonly FileExtension[];
  /** The kinds in words, for hints and messages. */
  readonly kinds: string;
}

const megabyte = 1024 * 1024;
const staff: readonly Role[] = ["admin", "issuer", "publisher", "custom"];
/** Lesson recordings, in which learners show how they teach. */
const recordings: readonly FileExtension[] = ["mp4", "mov", "webm", "m4a", "mp3"];
const documents = {
  extensions: (Object.keys(fileTypes) as FileExtension[]).filter(
    (extension) => !["csv", "vtt"].includes(extension) && !recordings.includes(extension),
  ),
  kinds: "PDF, Word, Excel, PowerPoint, PNG, JPG, or plain text",
};

/** How many recordings one section takes. */
export const recordingsMax = 3;
/** How large a recording may be that is uploaded in parts; in a form it is held as other files are. */
export const recordingBytesMax = 1024 * megabyte;
/** How large a recording's captions may be. */
const captionsBytesMax = megabyte;
/** How large each part is, but for the last: what a weak line has to send again when it breaks. */
export const partBytes = 8 * megabyte;
/** How many parts are signed at once. */
export const partsSignedMax = 20;
/** How many uploads in parts somebody may have begun and not finished. */
export const unfinishedMax = 10;
/** How long an unfinished upload in parts is kept. */
export const unfinishedDays = 7;

/** Whose uploads go where, of which kinds, and how large they may be: shared/file/README.md, "Uploads". */
export const folderRules: Record<Folder, FolderRule> = {
  submissions: {
    roles: ["learner"],
    bytesMax: 50 * megabyte,
    extensions: [...documents.extensions, ...recordings],
    kinds: "PDF, Word, Excel, PowerPoint, PNG, JPG, plain text, MP4, MOV, WebM, M4A, or MP3",
  },
  certificates: {
    roles: ["reviewer"],
    bytesMax: 10 * megabyte,
    extensions: ["pdf", "png", "jpg", "jpeg", "jpe", "jfif"],
    kinds: "PDF, PNG, or JPG",
  },
  resources: { roles: staff, bytesMax: 25 * megabyte, ...documents },
  /** The portal sends it within the call that saves it, and no call holds much more: `bodyLimits` of `http/call.ts`. */
  support: { roles: staff, bytesMax: 2 * megabyte, ...documents },
  imports: { roles: ["admin"], bytesMax: 2 * megabyte, extensions: ["csv"], kinds: "CSV" },
};

/** For a file field's `accept`. */
export const acceptedFiles = (folder: Folder): string =>
  folderRules[folder].extensions.map((extension) => `.${extension}`).join(",");

/** What a folder takes, as its field says it: `PDF, PNG, or JPG, up to 10 MB`. */
export const folderRuleInWords = (folder: Folder): string =>
  `${folderRules[folder].kinds}, up to ${folderRules[folder].bytesMax / megabyte} MB`;

/** How long the base64 of a folder's largest file is. */
export const base64LengthMax = (folder: Folder): number => 4 * Math.ceil(folderRules[folder].bytesMax / 3);

/** What is said of a file that is larger than its folder takes. */
export const tooLarge = (folder: Folder): string =>
  `The file must be smaller than ${folderRules[folder].bytesMax / megabyte} MB.`;

/** The known extension of a file name; undefined when it is none of {@link fileTypes}. */
export function extensionOf(name: string): FileExtension | undefined {
  const extension = /\.([A-Za-z][A-Za-z\d]{1,4})$/.exec(name)?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(fileTypes, extension) ? (extension as FileExtension) : undefined;
}

/** Whether a name is that of a recording, and of which sort. */
export function recordingOf(name: string): "video" | "audio" | undefined {
  const extension = extensionOf(name);
  if (extension === undefined || !recordings.includes(extension)) return undefined;
  return fileTypes[extension].startsWith("video/") ? "video" : "audio";
}

/** Whether a name is that of captions, which are added to a recording and are nothing by themselves. */
export const isCaptions = (name: string): boolean => extensionOf(name) === "vtt";

/** The language that the name of captions tells, `en-US` of `lesson.en-US.vtt`; undefined where it tells none. */
export const captionsLanguage = (name: string): string | undefined =>
  /\.([A-Za-z]{2,3}(?:-[A-Za-z\d]{2,4})?)\.vtt$/i.exec(name)?.[1];

/** Why a file cannot be a recording's captions, in words; undefined when it can. */
export function captionsFault(file: { readonly name: string; readonly size: number }): string | undefined {
  if (!isCaptions(file.name)) return "You can add captions as a WebVTT file (.vtt).";
  if (file.size === 0) return "This file is empty.";
  return file.size > captionsBytesMax ? "The captions must be smaller than 1 MB." : undefined;
}

/** How many parts of that size a file has. */
export const partCountOf = (size: number, bytes: number = partBytes): number => Math.ceil(size / bytes);

/** How many bytes a part of a file has; parts count from 1. */
export const partSizeOf = (size: number, number: number, bytes: number = partBytes): number =>
  Math.min(bytes, size - (number - 1) * bytes);

/** Why a file cannot be uploaded in parts, in words; undefined when it can. */
export function recordingFault(file: { readonly name: string; readonly size: number }): string | undefined {
  if (recordingOf(file.name) === undefined) return "You can upload MP4, MOV, WebM, M4A, or MP3 in parts.";
  if (file.size === 0) return "This file is empty.";
  if (file.size > recordingBytesMax) return "The recording must be smaller than 1 GB.";
  return undefined;
}

/** Why a file cannot be uploaded into a folder, in words; undefined when it can. Both sides ask this before anything is sent. */
export function fileFault(folder: Folder, file: { readonly name: string; readonly size: number }): string | undefined {
  const { extensions, kinds, bytesMax } = folderRules[folder];
  const extension = extensionOf(file.name);
  if (folder === "submissions" && extension === "vtt") return captionsFault(file);
  if (extension === undefined || !extensions.includes(extension)) return `You can upload ${kinds}.`;
  if (file.size === 0) return "This file is empty.";
  if (file.size > bytesMax) return tooLarge(folder);
  return undefined;
}
