import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { receive } from "./body.ts";
import { type Call, newObject, notImplemented, sendXml, versionHeader } from "./call.ts";
import type { ObjectStore } from "./objects.ts";
import type { ArrivedPart, PartStore, UploadPlace } from "./parts.ts";
import { writeScanned } from "./scan.ts";
import { S3Refusal } from "./signature.ts";
import { element, escapeXml, textsOf } from "./xml.ts";

const PART_NUMBER_MAX = 10_000;
const PART_BYTES_MIN = 5 * 1024 * 1024;
const PAGE_MAX = 1000;

/** Answers a request of an upload in parts. */
export async function onUpload(
  call: Call,
  { objects, parts, sourceFile }: { objects: ObjectStore; parts: PartStore; sourceFile: () => string },
): Promise<void> {
  const { request, response, bucket, key, query } = call;
  const place = { bucket: bucket.name, key, upload: query.get("uploadId") ?? "" };
  if (query.has("uploads")) {
    if (request.method !== "POST") throw notImplemented();
    await receive(request, call.header);
    const UploadId = parts.start(bucket.name, newObject(key, call.headers));
    const begun = { Bucket: bucket.name, Key: key, UploadId };
    return sendXml(response, 200, element("InitiateMultipartUploadResult", begun));
  }
  switch (request.method) {
    case "PUT":
      return call.header("x-amz-copy-source") === undefined
        ? writePart(call, parts, place)
        : copyPart(call, parts, { place, file: sourceFile() });
    case "GET":
      return sendXml(response, 200, listParts(parts, place, query));
    case "DELETE":
      parts.drop(place);
      return void response.writeHead(204).end();
    case "POST":
      return complete(call, objects, parts, place);
    default:
      throw notImplemented();
  }
}

async function writePart({ request, response, query, header }: Call, parts: PartStore, place: UploadPlace) {
  const { bytes, checksum } = await receive(request, header);
  const number = partNumberIn(query);
  const etag = parts.write(place, number, bytes);
  response.writeHead(200, { etag, ...(checksum && { [checksum.name]: checksum.value }) }).end();
}

/** A part that is a range of another object. */
function copyPart(
  { response, query, header }: Call,
  parts: PartStore,
  { place, file }: { readonly place: UploadPlace; readonly file: string },
): void {
  const { size } = statSync(file);
  const [, from = 0, to = size - 1] = /^bytes=(\d+)-(\d+)$/.exec(header("x-amz-copy-source-range") ?? "") ?? [];
  const length = Number(to) + 1 - Number(from);
  if (length < 1 || Number(to) >= size) {
    const message = `Range specified is not valid for source object of size: ${size}`;
    throw new S3Refusal(400, "InvalidArgument", message);
  }
  const bytes = Buffer.alloc(length);
  const opened = openSync(file, "r");
  readSync(opened, bytes, 0, length, Number(from));
  closeSync(opened);
  const etag = parts.write(place, partNumberIn(query), bytes);
  sendXml(response, 200, element("CopyPartResult", { LastModified: new Date().toISOString(), ETag: etag }));
}

function partNumberIn(query: URLSearchParams): number {
  const number = Number(query.get("partNumber"));
  if (isPartNumber(number)) return number;
  const message = `Part number must be an integer between 1 and ${PART_NUMBER_MAX}, inclusive`;
  throw new S3Refusal(400, "InvalidArgument", message);
}

const isPartNumber = (number: number) => Number.isInteger(number) && number >= 1 && number <= PART_NUMBER_MAX;

function listParts(parts: PartStore, place: UploadPlace, query: URLSearchParams): string {
  const after = Number(query.get("part-number-marker") ?? 0);
  const rest = parts.arrived(place).filter(({ number }) => number > after);
  const page = rest.slice(0, Math.min(Number(query.get("max-parts") ?? PAGE_MAX), PAGE_MAX));
  const truncated = rest.length > page.length;
  return [
    `<ListPartsResult><Bucket>${place.bucket}</Bucket><Key>${escapeXml(place.key)}</Key>`,
    `<UploadId>${place.upload}</UploadId><IsTruncated>${truncated}</IsTruncated>`,
    `<PartNumberMarker>${after}</PartNumberMarker>`,
    truncated ? `<NextPartNumberMarker>${page.at(-1)!.number}</NextPartNumberMarker>` : "",
    ...page.map(({ number, etag, size, modified }) =>
      element("Part", { PartNumber: String(number), LastModified: modified, ETag: etag, Size: String(size) }),
    ),
    "</ListPartsResult>",
  ].join("");
}

/** A part as the one who uploaded it knows it. */
type NamedPart = Pick<ArrivedPart, "number" | "etag">;

async function complete(call: Call, objects: ObjectStore, parts: PartStore, place: UploadPlace): Promise<void> {
  const text = (await receive(call.request, call.header)).bytes.toString();
  const object = parts.object(place);
  const etags = textsOf(text, "ETag");
  const named = textsOf(text, "PartNumber").map((number, index) => ({
    number: Number(number),
    etag: etags[index] ?? "",
  }));
  const chosen = choose(named, parts.arrived(place));
  const size = chosen.reduce((sum, part) => sum + part.size, 0);
  const expected = call.header("x-amz-mp-object-size");
  if (expected !== undefined && Number(expected) !== size) {
    throw new S3Refusal(400, "InvalidRequest", "The provided 'x-amz-mp-object-size' header does not match the parts.");
  }
  const sums = Buffer.concat(chosen.map(({ etag }) => Buffer.from(bare(etag), "hex")));
  const etag = `"${createHash("md5").update(sums).digest("hex")}-${chosen.length}"`;
  const onlyNew = call.header("if-none-match") === "*";
  const files = chosen.map(({ number }) => parts.file(place, number));
  const { version } = writeScanned(objects, call.bucket, object, files, { onlyNew, etag });
  parts.drop(place);
  const result = { Bucket: place.bucket, Key: place.key, ETag: etag };
  sendXml(call.response, 200, element("CompleteMultipartUploadResult", result), versionHeader(version));
}

const bare = (etag: string) => etag.replaceAll('"', "");

/** The arrived parts that an object is made of, refused as S3 refuses them. */
function choose(named: readonly NamedPart[], arrived: readonly ArrivedPart[]): ArrivedPart[] {
  if (named.length === 0 || named.length > PART_NUMBER_MAX) {
    const message = "The XML you provided was not well-formed or did not validate against our published schema";
    throw new S3Refusal(400, "MalformedXML", message);
  }
  const chosen = named.map(({ number, etag }, index) => {
    if (index > 0 && number <= named[index - 1]!.number) {
      throw new S3Refusal(400, "InvalidPartOrder", "The list of parts was not in ascending order.");
    }
    const part = arrived.find((each) => each.number === number);
    if (part !== undefined && bare(part.etag) === bare(etag)) return part;
    const message =
      "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.";
    throw new S3Refusal(400, "InvalidPart", message);
  });
  if (chosen.slice(0, -1).some(({ size }) => size < PART_BYTES_MIN)) {
    const message = "Your proposed upload is smaller than the minimum allowed size";
    throw new S3Refusal(400, "EntityTooSmall", message);
  }
  return chosen;
}
