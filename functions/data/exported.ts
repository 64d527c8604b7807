import { unmarshall } from "@aws-sdk/util-dynamodb";

/** The item that a line of the table's export tells of. */
export const itemOf = (line: string): Record<string, unknown> => unmarshall(JSON.parse(line).Item);
