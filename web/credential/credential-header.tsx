import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Credential, ShownAgreement } from "../../shared/credential/credential.ts";
import { laterSeatDays, promisedDays } from "../../shared/credential/decision-days.ts";
import type { AiPolicy, AppealTerms, SecondReviewShare } from "../../shared/credential/parts.ts";
import { appealDays } from "../../shared/credential/rules.ts";
import * as paths from "../../shared/platform/paths.ts";
import { aiPolicyWords } from "../content/credential/ai-policy.ts";
import { useVisitor } from "../session/session.tsx";
import { dayThere } from "../ui/look/day-there.ts";
import { counted, date, duration, money } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { Badge } from "../ui/look/pictures/badge.tsx";
import { Status } from "../ui/look/status.tsx";
import { useTitle } from "../ui/title.ts";
import { SplitBar } from "./split-bar.tsx";
import "../content/credential/credential.css";

/** What the header card is drawn from. */
export type ShownHeader = Pick<
  Credential,
  | "title"
  | "status"
  | "organization_id"
  | "issuer_name"
  | "author_name"
  | "org_colour"
  | "timezone"
  | "price"
  | "renewal_price"
  | "split"
  | "published_on"
  | "updated_on"
  | "approved_on"
  | "created_user"
  | "review_time"
  | "credential_details"
  | "scores_and_submissions"
> & {
  /** What learners are promised, where the header says it. */
  readonly reviewer_criteria?: Pick<
    NonNullable<Credential["reviewer_criteria"]>,
    "clock" | "ai_policy" | "second_review" | "appeals" | "calibration"
  > | null;
  readonly agreement?: ShownAgreement;
  readonly submission_status?: string;
};

/** Whether AI tools may be used, and for what. */
function AiPolicyShown({ policy }: { readonly policy: AiPolicy }) {
  return (
    <>
      {aiPolicyWords[policy.rule]}
      {policy.parts ? <div className="panel-description">{policy.parts}</div> : null}
    </>
  );
}

/** Until when a decision may be appealed, and at what price. */
const appealWords = ({ fee }: AppealTerms): string =>
  fee === "none"
    ? `Free, within ${appealDays} days`
    : `Within ${appealDays} days, for a fee that’s returned if granted`;

/** Whether decisions may be appealed, and in how many working days an appeal is decided. */
const appealsShown = (appeals: AppealTerms) => ({
  label: "Appeals",
  value: appealWords(appeals),
  note: `Decided within ${counted(laterSeatDays({ appeals }).appeal, "working day")}`,
});

/** How much of the work a second reviewer looks at, and in how many working days; learners read one day for all of it. */
function secondReviewShown(second_review: SecondReviewShare, learner: boolean) {
  const { share_percent } = second_review;
  const { second, third } = laterSeatDays({ second_review });
  return {
    label: "Reviewed twice",
    value: share_percent === 100 ? "Every submission" : `At least ${share_percent}% of submissions`,
    ...(!learner && { note: `Within ${counted(second, "working day")}, a third review within ${third}` }),
  };
}

/** How often two reviewers say the same: `94% in 120 double reviews`. */
const agreementShown = ({ double_reviews, share, low, high }: ShownAgreement) => ({
  label: "Reviewers agree",
  value: `${Math.round(share * 100)}% in ${double_reviews} double reviews`,
  note: `95% interval ${Math.round(low * 100)}–${Math.round(high * 100)}%`,
});

/** A price as the page says it: an amount with two decimals, 0.00 while there is none yet, or Free. */
const priceWords = (price: number | null): string => (price === 0 ? "Free" : money(price));

/** The card at the head of a credential: who issues it, what it is called, how long and how much; actions below the price. */
export function CredentialHeader({
  credential,
  actions,
  title,
  price,
  heading: Heading = "h1",
  seenBy,
}: {
  readonly credential: ShownHeader;
  readonly actions?: ReactNode;
  /** In place of the title and of the price, while they are edited. */
  readonly title?: ReactNode;
  readonly price?: ReactNode;
  /** `h2` on a page that has a title of its own. */
  readonly heading?: "h1" | "h2";
  /** As learners see it, whoever looks. */
  readonly seenBy?: "learner";
}) {
  useTitle(credential.credential_details.title);
  const visitor = useVisitor();
  const learner = seenBy === "learner" || visitor?.role === "learner";
  const ownOrganization = visitor?.organization_id === credential.organization_id;
  const { credential_details: details, scores_and_submissions: work } = credential;
  const { agreement } = credential;
  const isRenewal = credential.submission_status === "renewable";
  const { clock, ai_policy, second_review, appeals, calibration } = credential.reviewer_criteria ?? {};
  const parts = [
    credential.published_on
      ? `Posted on ${date(credential.published_on)}`
      : `Updated on ${date(credential.updated_on)}`,
    credential.approved_on ? `Approved on ${date(credential.approved_on)}` : undefined,
    credential.created_user && !learner ? `Created by ${credential.created_user}` : undefined,
  ].filter((part) => part !== undefined);
  return (
    <Panel
      footer={
        <KeyValues
          items={[
            { label: "Credit hours", value: details.scech > 0 ? `${details.scech} SCECH` : "None" },
            ...(details.validity_months
              ? [{ label: "Valid for", value: `${counted(details.validity_months, "month")} after it’s earned` }]
              : []),
            ...(credential.renewal_price !== undefined && details.validity_months && !isRenewal
              ? [{ label: "Renewal price", value: priceWords(credential.renewal_price) }]
              : []),
            { label: "What you submit", value: counted(work.sections.length, "section") },
            credential.review_time === 0
              ? { label: "Estimated review time", value: "Not set" }
              : learner
                ? { label: "Expert review", value: `About ${duration(credential.review_time)} on your work` }
                : { label: "Estimated review time", value: duration(credential.review_time) },
            ...(clock
              ? [
                  {
                    label: "Decision within",
                    value: counted(promisedDays(clock.first_days, second_review), "working day"),
                  },
                ]
              : []),
            ...(ai_policy ? [{ label: "AI tools", value: <AiPolicyShown policy={ai_policy} /> }] : []),
            ...(calibration === "required" ? [{ label: "Reviewers", value: "Pass practice reviews first" }] : []),
            ...(second_review ? [secondReviewShown(second_review, learner)] : []),
            ...(agreement ? [agreementShown(agreement)] : []),
            ...(appeals ? [appealsShown(appeals)] : []),
            { label: "Expires", value: dayThere(details.expiration_date, credential.timezone) || "Never" },
          ]}
        />
      }
    >
      <div className="credential-head">
        <div className="credential-picture">
          <Badge src={details.badgrImage} title={credential.title} colour={credential.org_colour} size={104} />
        </div>
        <div className="credential-words">
          {learner ? null : (
            <Status status={credential.status} {...(credential.status === "submitted" && { words: "Pending" })} />
          )}
          {title ?? <Heading>{credential.title}</Heading>}
          <p className="credential-issuer">
            Issued by{" "}
            {ownOrganization ? (
              <Link to={paths.organizationDetails}>{credential.issuer_name}</Link>
            ) : (
              credential.issuer_name
            )}
            {credential.author_name ? `, written by ${credential.author_name}` : null}
          </p>
          <p className="credential-facts">{parts.join(" · ")}</p>
        </div>
        <div className="credential-price">
          {price ?? (
            <>
              <p className="credential-price-label">
                {isRenewal ? "Renewal price" : "Price"}
                {credential.price === null ? <span>, not set yet</span> : null}
              </p>
              <p className="credential-amount figures">
                {priceWords(isRenewal ? (credential.renewal_price ?? credential.price) : credential.price)}
              </p>
              {credential.split ? <SplitBar split={credential.split} /> : null}
            </>
          )}
          {actions}
        </div>
      </div>
    </Panel>
  );
}
