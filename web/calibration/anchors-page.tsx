import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "react-router";
import { anchorLimits } from "../../shared/calibration/anchor.ts";
import type { ShownAnchor, ShownAnchors, ShownForm } from "../../shared/calibration/anchor-calls.ts";
import { anchorForms, anchorSetLimits } from "../../shared/calibration/calibration.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { credentialQuery, loadCredential } from "../content/credential/load.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { Nothing } from "../ui/lists/list-states.tsx";
import { counted, date } from "../ui/look/format.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel, Stack } from "../ui/look/panel.tsx";
import { type StatusKind, StatusText } from "../ui/look/status-text.tsx";
import { CalibratedReviewers } from "./calibrated-reviewers.tsx";
import "./anchors.css";

export const load = loadCredential;

/** `/credential/:id/anchors`: both forms of a credential's anchors, what each lacks, and their publishing. */
export function Page() {
  const { id: credential_id = "" } = useParams();
  const { organization_id, can } = useSession();
  const { data: credential } = useSuspenseQuery(credentialQuery(organization_id, credential_id));
  const { data } = useSuspenseQuery(api.calibration.listAnchors.query({ organization_id, credential_id }));
  const isRequired = credential.reviewer_criteria?.calibration === "required";
  return (
    <Stack gap="l">
      <PageHeader
        title="Anchors"
        description="Anchors are sample work with agreed marks. Reviewers practice on them before they accept this credential’s jobs, and see the right marks once they pass."
        back={{ to: paths.credentialDetails(organization_id, credential_id), text: credential.title || "Credential" }}
      />
      {isRequired ? null : (
        <Alert type="info" header="Reviewers don’t need to practice yet">
          You can write anchors now. To require practice, turn it on in this credential’s Reviewers step.
        </Alert>
      )}
      <Publishing data={data} live={credential.revision > 0} />
      {data.forms.map((form) => (
        <Form key={form.form} form={form} data={data} />
      ))}
      {data.frozen_on === undefined ? <LearnersWork credential_id={credential_id} /> : null}
      {can(api.calibration.list) && credential.revision > 0 ? (
        <CalibratedReviewers credential_id={credential_id} />
      ) : null}
    </Stack>
  );
}

/** Whether they are published, and the way there or back. */
function Publishing({ data, live }: { readonly data: ShownAnchors; readonly live: boolean }) {
  const { organization_id } = useSession();
  const { credential_id, frozen_on, forms } = data;
  const isPublished = frozen_on !== undefined;
  const isReady = forms.every(({ lacks }) => lacks.length === 0);
  const { submit, pending, fault } = useSubmit<void, unknown>({
    send: () => write(api.calibration.freezeAnchors, { organization_id, credential_id, published: !isPublished }),
    onDone: () => flash("success", isPublished ? "Anchors unpublished." : "Anchors published."),
    explain: unforeseen,
  });
  return (
    <Panel
      title={isPublished ? "Published" : "Not published"}
      description={
        isPublished
          ? live
            ? `Published on ${date(frozen_on)}. They can no longer be changed.`
            : `Published on ${date(frozen_on)}. Unpublish them to make changes. If you change the rubric, you’ll need to publish them again.`
          : "You can publish once both forms have everything they need. You can unpublish until the credential goes live."
      }
      actions={
        isPublished && live ? null : (
          <Button
            variant={isPublished ? "normal" : "primary"}
            loading={pending}
            disabled={!isPublished && !isReady}
            disabledReason="Form A or form B isn’t complete yet."
            onClick={() => void submit()}
          >
            {isPublished ? "Unpublish anchors" : "Publish anchors"}
          </Button>
        )
      }
    >
      {fault ? <Alert type="error">{fault}</Alert> : null}
      {isPublished ? null : (
        <p className="job-soft">
          Each anchor needs a key: the right marks, and why. Two people write it without seeing each other’s, then
          settle their differences.
        </p>
      )}
    </Panel>
  );
}

const { anchorsMin, decisionsMin, notAchievedPercentMin, notAchievedPercentMax } = anchorSetLimits;

/** What a form needs to be published, each with how far it is. */
function wantsOf({ lacks, agreed, written, anchors, decisions, not_achieved }: ShownForm) {
  const percent = decisions > 0 ? `${Math.round((not_achieved * 100) / decisions)}% now` : "none yet";
  const of = (lacking: readonly ShownForm["lacks"][number][], text: string) => ({
    text,
    done: decisions > 0 && !lacking.some((each) => lacks.includes(each)),
  });
  return [
    of(
      ["anchors"],
      `At least ${anchorsMin} anchors with an agreed key, not counting learners’ work (${written} so far)`,
    ),
    of(["decisions"], `At least ${decisionsMin} marks across all anchors (${decisions} so far)`),
    of(
      ["tooFewNotAchieved", "tooManyNotAchieved"],
      `${notAchievedPercentMin} to ${notAchievedPercentMax}% of the marks are Not passing (${percent})`,
    ),
    of(["narrowFail"], "At least one rejected section that’s only one criterion short of passing"),
    of(["agreement"], `Both keys agree for every anchor (${agreed} of ${anchors})`),
  ];
}

function Form({ form, data }: { readonly form: ShownForm; readonly data: ShownAnchors }) {
  const go = useNavigate();
  const anchors = data.anchors.filter((each) => each.form === form.form);
  const isPublished = data.frozen_on !== undefined;
  const isFull = anchors.length >= anchorLimits.perForm;
  const add = () => void go(`${paths.credentialAnchor(data.credential_id, "new")}?form=${form.form}`);
  return (
    <Panel
      title={`Form ${form.form}`}
      counter={`(${anchors.length})`}
      description={form.form === "A" ? "For the first try." : "For the second try. After that, the forms alternate."}
      actions={
        isPublished ? null : (
          <Button
            disabled={isFull}
            disabledReason={`A form has at most ${anchorLimits.perForm} anchors.`}
            ariaLabel={`Write an anchor for form ${form.form}`}
            onClick={add}
          >
            Write an anchor
          </Button>
        )
      }
    >
      <Stack gap="m">
        {anchors.length === 0 ? (
          <Nothing title="No anchors yet" text="Write sample work you’re sure how to mark." />
        ) : (
          <ul className="anchor-list" aria-label={`Anchors of form ${form.form}`}>
            {anchors.map((anchor) => (
              <li key={anchor.anchor_id}>
                <Link to={paths.credentialAnchor(data.credential_id, anchor.anchor_id)}>{anchor.title}</Link>
                <AnchorState anchor={anchor} />
                {anchor.from_work ? <span className="job-soft">From a learner’s work</span> : null}
              </li>
            ))}
          </ul>
        )}
        {isPublished ? null : (
          <ul className="anchor-wants" aria-label={`What form ${form.form} needs`}>
            {wantsOf(form).map(({ text, done }) => (
              <li key={text}>
                <StatusText kind={done ? "success" : "pending"}>
                  {text}
                  <span className="visually-hidden">{done ? " (done)" : " (to do)"}</span>
                </StatusText>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Panel>
  );
}

/** Work that learners let reviewers practice on: each can begin an anchor of either form. */
function LearnersWork({ credential_id }: { readonly credential_id: string }) {
  const { organization_id } = useSession();
  const { data: works } = useSuspenseQuery(api.calibration.listConsentedWork.query({ organization_id }));
  if (works.length === 0) return null;
  return (
    <Panel
      title="Learners’ work"
      counter={`(${works.length})`}
      description="These learners let you use their work for practice, without their name. Anchors made from it don’t count toward the minimum, because they’re removed if the learner stops sharing."
    >
      <ul className="anchor-list" aria-label="Learners’ work">
        {works.map(({ application_id, title, given_on }) => (
          <li key={application_id}>
            <span>
              {title} <span className="job-soft">· shared {date(given_on)}</span>
            </span>
            <span className="anchor-ways">
              {anchorForms.map((form) => (
                <Link
                  key={form}
                  to={`${paths.credentialAnchor(credential_id, "new")}?form=${form}&work=${application_id}`}
                  aria-label={`Use the work for “${title}” shared ${date(given_on)} in form ${form}`}
                >
                  Use in form {form}
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function stateOf({ agreed, own_key, keys, differences }: ShownAnchor): [StatusKind, string] {
  if (agreed) return ["success", "Agreed"];
  if (keys === 2)
    return own_key
      ? ["warning", `You differ on ${counted(differences.length, "mark")}`]
      : ["pending", "Two keys, not agreed yet"];
  if (own_key) return ["pending", "Waiting for a second key"];
  return ["info", keys === 0 ? "No key yet" : "Needs your key"];
}

/** How far the key of an anchor is, as its reader sees it. */
export function AnchorState({ anchor }: { readonly anchor: ShownAnchor }) {
  const [kind, words] = stateOf(anchor);
  return <StatusText kind={kind}>{words}</StatusText>;
}
