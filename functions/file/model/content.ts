import type { StoredFile } from "../../../shared/file/file.ts";
import { extensionOf, type FileExtension } from "../../../shared/file/rules.ts";
import type { UploadedObject } from "../../clients/files.ts";
import { sniff } from "../../pictures/format.ts";

const begins = (head: Uint8Array, bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte);
/** Programs open a PDF that begins within its first kilobyte, whatever a server has put before it. */
const pdf = (head: Uint8Array) => new TextDecoder("latin1").decode(head.subarray(0, 1024)).includes("%PDF-");
const oldOffice = (head: Uint8Array) => begins(head, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** A zip whose first entry is one that Office's own files begin with. */
function office(head: Uint8Array): boolean {
  if (!begins(head, [0x50, 0x4b, 0x03, 0x04]) || head.length < 31) return false;
  const name = new TextDecoder("latin1").decode(head.subarray(30, 30 + head[26]! + 256 * head[27]!));
  return /^(?:\[Content_Types\]\.xml|(?:_rels|docProps|customXml|word|xl|ppt)\/.*)$/.test(name);
}
const jpeg = (head: Uint8Array) => sniff(head) === "jpeg";

function text(head: Uint8Array): boolean {
  const encoding = begins(head, [0xff, 0xfe]) ? "utf-16le" : begins(head, [0xfe, 0xff]) ? "utf-16be" : "utf-8";
  try {
    // the head may end within a character, hence the stream
    return !new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true }).includes("\0");
  } catch {
    return false;
  }
}

const lettersOf = (head: Uint8Array, from: number, to: number) =>
  new TextDecoder("latin1").decode(head.subarray(from, to));
/** Brands of pictures in the container that films have. */
const pictureBrands: readonly string[] = ["heic", "heix", "mif1", "msf1", "avif", "avis"];
const mpeg4 = (head: Uint8Array) => lettersOf(head, 4, 8) === "ftyp" && !pictureBrands.includes(lettersOf(head, 8, 12));
/** Older ones begin with one of their parts. */
const quickTime = (head: Uint8Array) =>
  mpeg4(head) || ["moov", "mdat", "wide", "free", "skip"].includes(lettersOf(head, 4, 8));
/** The container says within its head which of its kinds it is. */
const webm = (head: Uint8Array) => begins(head, [0x1a, 0x45, 0xdf, 0xa3]) && lettersOf(head, 4, 64).includes("webm");
/** A tag, or a frame of layer III whose version, rate and frequency exist. */
function mp3(head: Uint8Array): boolean {
  if (lettersOf(head, 0, 3) === "ID3") return true;
  const [first = 0, second = 0, third = 0] = head;
  const isLayerThree = first === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08;
  return isLayerThree && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
}

/** Captions: these letters in UTF-8, with or without its mark, and nothing else in their line but what is set off. */
const webVtt = (head: Uint8Array) =>
  text(head) && /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(new TextDecoder("utf-8", { ignoreBOM: true }).decode(head));

/** How the contents of each kind of file begin, and what the kind is called. */
const kinds: Record<FileExtension, readonly [name: string, test: (head: Uint8Array) => boolean]> = {
  pdf: ["a PDF", pdf],
  doc: ["a Word document", oldOffice],
  docx: ["a Word document", office],
  xls: ["an Excel workbook", oldOffice],
  xlsx: ["an Excel workbook", office],
  ppt: ["a PowerPoint presentation", oldOffice],
  pptx: ["a PowerPoint presentation", office],
  png: ["a PNG image", (head) => sniff(head) === "png"],
  jpg: ["a JPG image", jpeg],
  jpeg: ["a JPG image", jpeg],
  jpe: ["a JPG image", jpeg],
  jfif: ["a JPG image", jpeg],
  txt: ["plain text", text],
  csv: ["a CSV file", text],
  mp4: ["an MP4 video", mpeg4],
  mov: ["a MOV video", quickTime],
  webm: ["a WebM video", webm],
  m4a: ["an M4A recording", mpeg4],
  mp3: ["an MP3 recording", mp3],
  vtt: ["WebVTT", webVtt],
};

// in two halves, so that no scanner takes this file for the test virus
const testVirus = `${"X5O!P%@AP[4\\PZX54(P^)7CC)7}$"}${"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"}`;

/** Whether bytes hold the test virus by which scanners are tried. */
export const holdsTestVirus = (bytes: Uint8Array): boolean =>
  new TextDecoder("latin1").decode(bytes).includes(testVirus);

/** Why the contents of an upload are refused, in words, from its first bytes; undefined when they are what its name says. */
export function contentFault(name: string, head: Uint8Array): string | undefined {
  if (holdsTestVirus(head)) return "This file contains malware.";
  const extension = extensionOf(name);
  if (extension === undefined) return "You can’t use this type of file.";
  const [kind, test] = kinds[extension];
  if (test(head)) return undefined;
  if (test === office && oldOffice(head)) return "This file may have a password. Upload a copy without one.";
  if (test === webVtt && text(head))
    return "These captions don’t begin with WEBVTT. Save them as WebVTT and try again.";
  if ((test === text || test === webVtt) && !head.includes(0))
    return "We can’t read the letters of this file. Save it as UTF-8 and try again.";
  return `This file isn’t ${kind}, even though its name says so. Save it in that format and try again.`;
}

/** Why what has arrived is not the upload that was asked for, in words; undefined when it is. */
export function uploadFault(
  { name, size_bytes, type: expected }: StoredFile,
  { sizeBytes, type, head }: UploadedObject,
): string | undefined {
  if (sizeBytes === 0) return "This file is empty.";
  if (sizeBytes > size_bytes) return "The file is larger than expected. Upload it again.";
  if (type !== expected) return "The file isn’t the type it claims to be. Upload it again.";
  return contentFault(name, head);
}
