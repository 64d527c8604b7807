import { element, Refused, type ServiceReply, type ServiceRequest } from "./service.ts";

/** A bucket with the keys in it; every object has one version. */
export interface Bucket {
  readonly name: string;
  readonly keys: string[];
}

/** S3's words about whole buckets, in paths. */
export function s3(buckets: Bucket[], { method, url, body }: ServiceRequest): ServiceReply {
  const name = url.pathname.split("/")[1]!;
  const bucket = buckets.find((each) => each.name === name);
  if (!bucket) throw new Refused("NoSuchBucket", "The specified bucket does not exist", 404);
  if (method === "HEAD") return { xml: "" };
  if (method === "GET" && url.searchParams.has("versions")) {
    return {
      xml: element("ListVersionsResult", {
        Name: name,
        Version: bucket.keys.map((Key) => ({ Key, VersionId: "1", IsLatest: true })),
      }),
    };
  }
  if (method === "POST" && url.searchParams.has("delete")) {
    const keys = [...body.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key!);
    bucket.keys.splice(0, Number.POSITIVE_INFINITY, ...bucket.keys.filter((key) => !keys.includes(key)));
    return { xml: element("DeleteResult", { Deleted: keys.map((Key) => ({ Key })) }) };
  }
  if (method === "DELETE") {
    if (bucket.keys.length > 0) throw new Refused("BucketNotEmpty", "The bucket is not empty", 409);
    buckets.splice(buckets.indexOf(bucket), 1);
    return { status: 204, xml: "" };
  }
  throw new Refused("MethodNotAllowed", `${method} ${url} is not known here.`, 405);
}
