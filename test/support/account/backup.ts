import { Refused, type ServiceReply, type ServiceRequest } from "./service.ts";

/** A vault of AWS Backup, and the jobs that copy into it. */
export interface Vault {
  readonly name: string;
  /** The ARN of the one role that may be passed. */
  readonly role: string;
  /** For how many days it takes a copy, by its lock. */
  readonly days: { readonly min: number; readonly max: number };
  /** Whether the role has all the rights that a copy needs. */
  isRoleWhole: boolean;
  /** What became of each job, and how often it was looked at. */
  readonly jobs: { readonly State: string; readonly StatusMessage?: string; looks: number }[];
}

/** AWS Backup's words about jobs: it takes them, and tells later whether they came to their end. */
export function backup(vault: Vault | undefined, { method, url, body }: ServiceRequest): ServiceReply {
  const [, id] = /^\/backup-jobs\/?(\w*)$/.exec(url.pathname) ?? [];
  if (vault === undefined || id === undefined) throw new Refused("ResourceNotFoundException", "It is not there.", 404);
  if (method === "PUT") {
    vault.jobs.push({ ...outcomeOf(vault, JSON.parse(body)), looks: 0 });
    return { json: { BackupJobId: String(vault.jobs.length) } };
  }
  const job = vault.jobs[Number(id) - 1];
  if (job === undefined) throw new Refused("ResourceNotFoundException", "There is no such job.", 404);
  job.looks += 1;
  return { json: job.looks === 1 ? { BackupJobId: id, State: "RUNNING" } : { BackupJobId: id, ...job } };
}

function outcomeOf(vault: Vault, asked: Record<string, unknown>): { State: string; StatusMessage?: string } {
  if (asked.BackupVaultName !== vault.name)
    throw new Refused("ResourceNotFoundException", "There is no such vault.", 404);
  if (asked.IamRoleArn !== vault.role) throw new Refused("AccessDeniedException", "Not authorized to pass it.", 403);
  if (!/^arn:aws:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+$/.test(String(asked.ResourceArn)))
    throw new Refused("InvalidParameterValueException", "Invalid ARN.");
  const { DeleteAfterDays = Number.POSITIVE_INFINITY } = (asked.Lifecycle ?? {}) as { DeleteAfterDays?: number };
  if (DeleteAfterDays < vault.days.min || DeleteAfterDays > vault.days.max)
    return { State: "FAILED", StatusMessage: "The retention is not one that the vault takes." };
  return vault.isRoleWhole
    ? { State: "COMPLETED" }
    : { State: "FAILED", StatusMessage: "Access denied: kms:CreateGrant" };
}
