import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { EarnedCredential } from "../../shared/certificate/own-calls.ts";
import { hasEnded } from "../../shared/certificate/validity.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { ListError, Nothing } from "../ui/lists/list-states.tsx";
import { PageNumbers } from "../ui/lists/page-numbers.tsx";
import { usePages } from "../ui/lists/pages.ts";
import { RowMenu } from "../ui/lists/row-menu.tsx";
import { useUrlState } from "../ui/lists/url-state.ts";
import { momentThere } from "../ui/look/day-there.ts";
import { date } from "../ui/look/format.ts";
import { LightButton } from "../ui/look/light.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { Badge } from "../ui/look/pictures/badge.tsx";
import { PageSkeleton } from "../ui/look/skeleton.tsx";
import { StatusText } from "../ui/look/status-text.tsx";
import { wordsFor } from "../ui/words.ts";
import { copyText, embedOf, linkedInAddress, mailOf } from "./certificate-sharing.ts";
import { Downloads } from "./downloads.tsx";
import { keepOwnCertificates } from "./own-certificates.ts";
import "./earned.css";

const EvidenceDialog = lazy(() => import("./evidence-dialog.tsx"));
const OwnCorrectionDialog = lazy(() => import("./own-correction-dialog.tsx"));
const OwnCertificateDialog = lazy(() => import("./own-certificate-dialog.tsx"));

const limit = 12;
/** A certificate that is being signed is looked for again this often, for two minutes. */
const betweenLooksMs = 3000;
const looksMax = 40;

/** `/myCredentials`: what one has earned, each with its certificate. */
export function Page() {
  const { organization_id, role, user, can } = useSession();
  const go = useNavigate();
  const [correcting, setCorrecting] = useUrlState("correct");
  const [pageText, setPage] = useUrlState("page", "1");
  const { pageOf, part, learn } = usePages(organization_id, limit);
  const page = pageOf(Number.parseInt(pageText, 10));
  const earned = useQuery({
    ...api.certificate.listOwn.query({ organization_id, ...part(page) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.credentials.some(({ signature }) => signature === "awaited") &&
      state.dataUpdateCount < looksMax &&
      betweenLooksMs,
  });
  if (earned.data && !earned.isPlaceholderData) learn(page, earned.data);
  const total = earned.data?.total ?? 0;
  const last = Math.ceil(total / limit);
  const isPastEnd = !earned.isPlaceholderData && earned.data?.credentials.length === 0 && last > 0;
  useEffect(() => {
    if (isPastEnd) setPage(String(last));
  }, [isPastEnd, last, setPage]);
  useEffect(() => {
    const certificate_ids = earned.data?.credentials.flatMap(({ certificate_id }) => certificate_id ?? []);
    if (certificate_ids) keepOwnCertificates({ user_id: user.user_id, certificate_ids, list: paths.myCredentials });
  }, [earned.data, user.user_id]);
  return (
    <>
      <PageHeader
        title="My credentials"
        counter={earned.data ? `(${total})` : ""}
        description="Credentials you’ve earned. Anyone with the link can view and verify a certificate."
      />
      <div className="earned-page">
        {earned.isPending || isPastEnd ? (
          <PageSkeleton />
        ) : earned.isError ? (
          <ListError error={earned.error} onAgain={() => void earned.refetch()} />
        ) : earned.data.credentials.length === 0 ? (
          <Panel>
            <Nothing
              title="No credentials yet"
              text={
                role === "learner"
                  ? "Your credential appears here once a reviewer approves every section of your work."
                  : "Only learners earn credentials. Any you earned as a learner stay here."
              }
              action={
                role === "learner" ? <Button onClick={() => void go(paths.home)}>Browse credentials</Button> : undefined
              }
            />
          </Panel>
        ) : (
          <SpaceBetween size="l">
            <ul className="earned">
              {earned.data.credentials.map((credential) => (
                <Earned key={credential.application_id} credential={credential} />
              ))}
            </ul>
            {total > limit ? (
              <PageNumbers of="my credentials" page={page} count={last} onPage={(shown) => setPage(String(shown))} />
            ) : null}
          </SpaceBetween>
        )}
      </div>
      {correcting && can(api.certificate.askCorrection) ? (
        <Suspense>
          <OwnCorrectionDialog certificate_id={correcting} onClose={() => setCorrecting("")} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Opens a certificate's own page and its print dialog: the page itself has no script to ask for it. */
function print(page: string): void {
  const opened = window.open(page);
  opened?.addEventListener("load", () => opened.print(), { once: true });
}

function Earned({ credential }: { readonly credential: EarnedCredential }) {
  const {
    organization_id: org_id,
    cred_id,
    user_id,
    title,
    issuer_name,
    earned_on,
    earned_in,
    certificate_hidden,
  } = credential;
  const { certificate_id, address: ownPage, signature, certificate_status, valid_until, renewable } = credential;
  const { name_asked_on } = credential;
  const isRevoked = certificate_status === "revoked";
  const isShared = !isRevoked && !certificate_hidden;
  const session = useSession();
  const [asked, setAsked] = useState(false);
  const [opened, setOpened] = useState<"certificate" | "evidence" | "correction">();
  const close = () => setOpened(undefined);
  const certificate = paths.certificateOf({ org_id, cred_id, user_id });
  const own = session.can(api.certificate.hide);

  const long = location.origin + (ownPage ?? certificate);
  const copy = async (text: string | Promise<string>, what: string) => {
    try {
      const done = await copyText(await text);
      flash(done ? "success" : "error", done ? `${what} copied.` : `We couldn’t copy the ${what.toLowerCase()}.`);
    } catch (error) {
      flash("error", wordsFor(error));
    }
  };
  const shortest = async () => {
    if (ownPage || !session.can(api.certificate.shorten)) return long;
    return (await write(api.certificate.shorten, { organization_id: session.organization_id, url: long })).url;
  };
  const show = async (hidden: boolean) => {
    await write(api.certificate.hide, {
      organization_id: session.organization_id,
      cred_id,
      ...(certificate_id && { certificate_id }),
      hidden,
    });
    flash("success", hidden ? "Your certificate is hidden." : "Your certificate is shown again.");
  };
  return (
    <li className="earned-card">
      <div className="earned-head">
        <Badge src={credential.badge} title={title} size={72} />
        <RowMenu
          label={`Actions for ${title}`}
          actions={[
            ...(isShared && ownPage
              ? [
                  {
                    id: "embed",
                    text: "Copy embed code",
                    onClick: () => void copy(embedOf({ address: long, title, issuer_name }), "Embed code"),
                  },
                  {
                    id: "mail",
                    text: "Email the link",
                    onClick: () => location.assign(mailOf({ address: long, title })),
                  },
                ]
              : []),
            ...(own && certificate_id
              ? [
                  { id: "certificate", text: "Certificate details", onClick: () => setOpened("certificate") },
                  ...(isRevoked
                    ? []
                    : [
                        {
                          id: "correction",
                          text: name_asked_on ? "View name request" : "Ask for a corrected name",
                          onClick: () => setOpened("correction"),
                        },
                      ]),
                  ...(certificate_hidden || isRevoked
                    ? []
                    : [{ id: "evidence", text: "Publish evidence", onClick: () => setOpened("evidence") }]),
                ]
              : []),
            ...(own && certificate_hidden
              ? [
                  {
                    id: "show",
                    text: "Show certificate",
                    onClick: () => void show(false).catch((error) => flash("error", wordsFor(error))),
                  },
                ]
              : own
                ? [{ id: "hide", text: "Hide certificate", onClick: () => setAsked(true) }]
                : []),
            { id: "about", text: "View credential", to: paths.credentialDetails(org_id, cred_id) },
          ]}
        />
      </div>
      <h2>{title}</h2>
      <p className="earned-issuer">Issued by {issuer_name}</p>
      <p className="earned-date">Earned on {momentThere(earned_on, earned_in)}</p>
      {valid_until && !isRevoked ? (
        hasEnded({ valid_until }, new Date().toISOString()) ? (
          <StatusText kind="stopped">Expired on {momentThere(valid_until, earned_in)}</StatusText>
        ) : (
          <p className="earned-date">Valid until {momentThere(valid_until, earned_in)}</p>
        )
      ) : null}
      {name_asked_on ? <StatusText kind="pending">Corrected name asked for on {date(name_asked_on)}</StatusText> : null}
      {isRevoked ? <StatusText kind="error">Revoked. You can earn it again.</StatusText> : null}
      {renewable ? (
        <p className="earned-date">
          <Link to={paths.credentialDetails(org_id, cred_id)}>Renew this credential</Link>
        </p>
      ) : null}
      <div className="earned-foot">
        {certificate_hidden ? (
          <StatusText kind="stopped">Hidden from everyone</StatusText>
        ) : ownPage ? (
          <a className="light-button light-primary" href={ownPage}>
            View certificate
          </a>
        ) : (
          <Link className="light-button light-primary" to={certificate} state={{ from: "myCredentials" }}>
            View certificate
          </Link>
        )}
        {signature === "awaited" && !certificate_hidden ? (
          <StatusText kind="in-progress">Being signed</StatusText>
        ) : null}
      </div>
      {certificate_hidden ? null : (
        <fieldset className="earned-share" aria-label={`Share ${title}`}>
          <LightButton onClick={() => void copy(shortest(), "Link")}>Copy link</LightButton>
          {isShared ? (
            <a
              className="light-button"
              href={linkedInAddress(credential, long)}
              target="_blank"
              rel="noopener noreferrer"
            >
              Add to LinkedIn
            </a>
          ) : null}
          {ownPage ? <LightButton onClick={() => print(ownPage)}>Save as PDF</LightButton> : null}
          {isShared && certificate_id && ownPage ? <Downloads certificate_id={certificate_id} title={title} /> : null}
        </fieldset>
      )}
      {opened && certificate_id ? (
        <Suspense>
          {opened === "evidence" ? (
            <EvidenceDialog certificate_id={certificate_id} title={title} onClose={close} />
          ) : opened === "correction" ? (
            <OwnCorrectionDialog certificate_id={certificate_id} onClose={close} />
          ) : (
            <OwnCertificateDialog certificate_id={certificate_id} title={title} onClose={close} />
          )}
        </Suspense>
      ) : null}
      {asked ? (
        <ConfirmDialog
          title={`Hide certificate “${title}”?`}
          confirm="Hide"
          destructive
          onConfirm={() => show(true)}
          onClose={() => setAsked(false)}
        >
          Links you’ve shared won’t work until you show it again. You keep the credential.
        </ConfirmDialog>
      ) : null}
    </li>
  );
}
