/** How audit rows name what belongs to a learner's application: the application itself, its payment, badge and certificate. */
export const auditIdsByApplication = ({
  organization_id,
  application_id,
  cred_id,
  user_id,
}: {
  readonly organization_id: string;
  readonly application_id: string;
  readonly cred_id: string;
  readonly user_id: string;
}) => ({ organization_id, subject_id: application_id, application_id, cred_id, user_id });
