import type { ObjectMetadata } from "./objects.ts";
import { encode } from "./signature.ts";
import { escapeXml } from "./xml.ts";

const PAGE_MAX = 1000;

/** ListObjectsV2: the page that the query asks for, as XML. Keys with a common prefix up to the delimiter count as one. */
export function listObjects(bucket: string, all: readonly ObjectMetadata[], query: URLSearchParams): string {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const token = query.get("continuation-token");
  const after = token === null ? (query.get("start-after") ?? "") : Buffer.from(token, "base64url").toString();
  const limit = Math.min(Number(query.get("max-keys") ?? PAGE_MAX), PAGE_MAX);
  const text = (value: string) => escapeXml(query.get("encoding-type") === "url" ? encode(value) : value);

  const rows = new Map<string, ObjectMetadata | undefined>(); // without facts: a common prefix
  for (const metadata of all) {
    if (!metadata.key.startsWith(prefix)) continue;
    const cut = delimiter === "" ? -1 : metadata.key.indexOf(delimiter, prefix.length);
    const name = cut < 0 ? metadata.key : metadata.key.slice(0, cut + delimiter.length);
    if (name > after) rows.set(name, cut < 0 ? metadata : undefined);
  }
  const page = [...rows].slice(0, limit);
  const truncated = rows.size > page.length;
  const next = truncated ? Buffer.from(page.at(-1)?.[0] ?? "").toString("base64url") : undefined;
  const contents = page.map(([name, metadata]) =>
    metadata === undefined
      ? `<CommonPrefixes><Prefix>${text(name)}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${text(name)}</Key><LastModified>${metadata.modified}</LastModified>` +
        `<ETag>${escapeXml(metadata.etag)}</ETag><Size>${metadata.size}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  return [
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name>`,
    `<Prefix>${text(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${limit}</MaxKeys>`,
    `<IsTruncated>${truncated}</IsTruncated>`,
    next === undefined ? "" : `<NextContinuationToken>${next}</NextContinuationToken>`,
    ...contents,
    "</ListBucketResult>",
  ].join("");
}

/**
 * ListObjectVersions: the page of versions that the query asks for, as XML. A removed object leaves no mark here: its
 * versions are listed, and none is the latest.
 */
export function listVersions(
  bucket: string,
  all: readonly ObjectMetadata[],
  query: URLSearchParams,
  isLatest: (version: ObjectMetadata) => boolean,
): string {
  const prefix = query.get("prefix") ?? "";
  const limit = Math.min(Number(query.get("max-keys") ?? PAGE_MAX), PAGE_MAX);
  const text = (value: string) => escapeXml(query.get("encoding-type") === "url" ? encode(value) : value);
  const [afterKey, afterVersion] = [query.get("key-marker"), query.get("version-id-marker")];
  const wanted = all.filter(({ key }) => key.startsWith(prefix));
  const last = wanted.findIndex((each) => each.key === afterKey && (each.version ?? "null") === afterVersion);
  const rest = wanted.slice(last + 1);
  const page = rest.slice(0, limit);
  const truncated = rest.length > page.length;
  const next = page.at(-1);
  return [
    `<ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name>`,
    `<Prefix>${text(prefix)}</Prefix><MaxKeys>${limit}</MaxKeys><IsTruncated>${truncated}</IsTruncated>`,
    truncated && next
      ? `<NextKeyMarker>${text(next.key)}</NextKeyMarker><NextVersionIdMarker>${next.version ?? "null"}</NextVersionIdMarker>`
      : "",
    ...page.map(
      (each) =>
        `<Version><Key>${text(each.key)}</Key><VersionId>${each.version ?? "null"}</VersionId>` +
        `<IsLatest>${isLatest(each)}</IsLatest><LastModified>${each.modified}</LastModified>` +
        `<ETag>${escapeXml(each.etag)}</ETag><Size>${each.size}</Size></Version>`,
    ),
    "</ListVersionsResult>",
  ].join("");
}
