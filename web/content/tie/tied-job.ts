/** A job whose ties are shown. */
export interface TiedJob {
  readonly credential_job_id: string;
  readonly organization_id: string;
}
