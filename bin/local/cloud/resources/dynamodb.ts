import * as z from "zod";
import type { Resource } from "../assembly.ts";
import { arnOf, nameOf } from "../naming.ts";

/** A DynamoDB table, in the words of CreateTable. */
export interface TableResource {
  readonly name: string;
  readonly arn: string;
  readonly streamArn: string;
  /** It can be had as it was at any moment, and so exported. */
  readonly recoverable: boolean;
  readonly keySchema: readonly { readonly AttributeName: string; readonly KeyType: "HASH" | "RANGE" }[];
  readonly attributes: readonly { readonly AttributeName: string; readonly AttributeType: "S" | "N" | "B" }[];
  readonly streamView?: "NEW_AND_OLD_IMAGES" | "NEW_IMAGE" | "OLD_IMAGE" | "KEYS_ONLY";
  readonly ttlAttribute?: string;
}

const TableProperties = z.object({
  PointInTimeRecoverySpecification: z.object({ PointInTimeRecoveryEnabled: z.boolean() }).optional(),
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(["HASH", "RANGE"]) })),
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(["S", "N", "B"]) })),
  StreamSpecification: z
    .object({ StreamViewType: z.enum(["NEW_AND_OLD_IMAGES", "NEW_IMAGE", "OLD_IMAGE", "KEYS_ONLY"]) })
    .optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string() }).optional(),
});

/** A table, with the ARN its stream has here. */
export function readTable(resource: Resource): TableResource {
  const properties = TableProperties.parse(resource.properties);
  return {
    name: nameOf(resource),
    arn: arnOf(resource),
    streamArn: `${arnOf(resource)}/stream/local`,
    recoverable: properties.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled ?? false,
    keySchema: properties.KeySchema,
    attributes: properties.AttributeDefinitions,
    streamView: properties.StreamSpecification?.StreamViewType,
    ttlAttribute: properties.TimeToLiveSpecification?.AttributeName,
  };
}
