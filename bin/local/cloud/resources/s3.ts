import * as z from "zod";
import type { Resource } from "../assembly.ts";
import { nameOf } from "../naming.ts";

/** A bucket with its CORS rules in the template's words. `id` tells which of the app's buckets it is. */
export interface BucketResource {
  readonly id: string;
  readonly name: string;
  readonly cors: readonly CorsRule[];
  /** Its policy denies reading an object that is not tagged as scanned and clean. */
  readonly deniesUnscanned: boolean;
  /** The same of a version that is asked for by its id. */
  readonly deniesUnscannedVersions: boolean;
  /** A malware protection plan looks at what is written to it below these prefixes. */
  readonly scans: readonly string[];
  /** What is replaced or removed stays as a former version. */
  readonly versioned: boolean;
}

/** One CORS rule of a bucket. */
export type CorsRule = z.infer<typeof CorsRule>;

const CorsRule = z.object({
  AllowedOrigins: z.array(z.string()),
  AllowedMethods: z.array(z.string()),
  AllowedHeaders: z.array(z.string()).default([]),
  ExposedHeaders: z.array(z.string()).default([]),
  MaxAge: z.number().optional(),
});

const BucketProperties = z.object({
  CorsConfiguration: z.object({ CorsRules: z.array(CorsRule) }).optional(),
  VersioningConfiguration: z.object({ Status: z.string() }).optional(),
});

const PolicyProperties = z.object({
  Bucket: z.string(),
  PolicyDocument: z.object({
    Statement: z.array(
      z.looseObject({ Action: z.union([z.string(), z.array(z.string())]), Condition: z.unknown().optional() }),
    ),
  }),
});

const PlanProperties = z.object({
  ProtectedResource: z.object({
    S3Bucket: z.object({ BucketName: z.string(), ObjectPrefixes: z.array(z.string()).default([""]) }),
  }),
});

/** The buckets, with what policies and malware protection plans say of them. */
export function readBuckets(
  buckets: readonly Resource[],
  policies: readonly Resource[],
  plans: readonly Resource[],
): BucketResource[] {
  const watched = plans.map(({ properties }) => PlanProperties.parse(properties).ProtectedResource.S3Bucket);
  /** Whether a bucket's policy lets an action depend on the verdict of the scan. */
  const guards = (name: string, action: string) =>
    policies.some(({ properties }) => {
      const { Bucket, PolicyDocument } = PolicyProperties.parse(properties);
      return PolicyDocument.Statement.some(
        ({ Action, Condition }) =>
          Bucket === name &&
          [Action].flat().includes(action) &&
          JSON.stringify(Condition ?? "").includes("GuardDutyMalwareScanStatus"),
      );
    });
  return buckets.map((resource) => {
    const name = nameOf(resource);
    const { CorsConfiguration, VersioningConfiguration } = BucketProperties.parse(resource.properties);
    return {
      id: resource.id,
      name,
      cors: CorsConfiguration?.CorsRules ?? [],
      deniesUnscanned: guards(name, "s3:GetObject"),
      deniesUnscannedVersions: guards(name, "s3:GetObjectVersion"),
      scans: watched.find(({ BucketName }) => BucketName === name)?.ObjectPrefixes ?? [],
      versioned: VersioningConfiguration?.Status === "Enabled",
    };
  });
}
