import Button from "@cloudscape-design/components/button";
import Container from "@cloudscape-design/components/container";
import Pagination from "@cloudscape-design/components/pagination";
import SpaceBetween from "@cloudscape-design/components/space-between";
import StatusIndicator from "@cloudscape-design/components/status-indicator";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import type { EarnedCredential } from "../../shared/submission/calls.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../app/session.tsx";
import { Downloads } from "../certificate/downloads.tsx";
import { ListError, Nothing, RowMenu } from "../ui/collection.tsx";
import { ConfirmDialog } from "../ui/confirm.tsx";
import { flash } from "../ui/flash.ts";
import { date } from "../ui/format.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { usePages } from "../ui/pages.ts";
import { Picture } from "../ui/picture.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { useUrlState } from "../ui/url-state.ts";
import { wordsFor } from "../ui/words.ts";
import { copyText, linkedInAddress } from "./certificate-sharing.ts";
import "./earned.css";

const OwnCertificateDialog = lazy(() => import("../certificate/own-certificate-dialog.tsx"));

const limit = 12;

/** `/myCredentials`: what one has earned, each with its certificate. */
export function Page() {
  const { organization_id, role } = useSession();
  const go = useNavigate();
  const [pageText, setPage] = useUrlState("page", "1");
  const { pageOf, part, learn } = usePages(organization_id, limit);
  const page = pageOf(Number.parseInt(pageText, 10));
  const earned = useQuery({
    ...api.submission.listCredentials.query({ organization_id, ...part(page) }),
    placeholderData: keepPreviousData,
  });
  if (earned.data && !earned.isPlaceholderData) learn(page, earned.data);
  const total = earned.data?.total ?? 0;
  return (
    <>
      <PageHeader
        title="My credentials"
        counter={earned.data ? `(${total})` : ""}
        description="What you have earned. Anybody you give the link can see and check a certificate."
      />
      <div className="earned-page">
        {earned.isPending ? (
          <PageSkeleton />
        ) : earned.isError ? (
          <ListError error={earned.error} onAgain={() => void earned.refetch()} />
        ) : earned.data.credentials.length === 0 ? (
          <Container>
            <Nothing
              title="No credentials yet"
              text={
                role === "learner"
                  ? "Once a reviewer has accepted every section of your work, the credential is kept here."
                  : "Learners earn credentials. What you earned as one is kept here; your present role does not apply for any."
              }
              action={
                role === "learner" ? <Button onClick={() => void go(paths.home)}>Browse credentials</Button> : undefined
              }
            />
          </Container>
        ) : (
          <SpaceBetween size="l">
            <ul className="earned">
              {earned.data.credentials.map((credential) => (
                <Earned key={credential.application_id} credential={credential} />
              ))}
            </ul>
            {total > limit ? (
              <Pagination
                currentPageIndex={page}
                pagesCount={Math.ceil(total / limit)}
                onChange={({ detail }) => setPage(String(detail.currentPageIndex))}
                ariaLabels={{
                  paginationLabel: "Pages of my credentials",
                  nextPageLabel: "Next page",
                  previousPageLabel: "Previous page",
                  pageLabel: (number) => `Page ${number}`,
                }}
              />
            ) : null}
          </SpaceBetween>
        )}
      </div>
    </>
  );
}

/** Opens a certificate's own page and its print dialog: the page itself has no script to ask for it. */
function print(page: string): void {
  const opened = window.open(page);
  opened?.addEventListener("load", () => opened.print(), { once: true });
}

function Earned({ credential }: { readonly credential: EarnedCredential }) {
  const { organization_id: org_id, cred_id, user_id, title, issuer_name, earned_on, certificate_hidden } = credential;
  const { certificate_id, address: ownPage } = credential;
  const session = useSession();
  const [asked, setAsked] = useState(false);
  const [opened, setOpened] = useState(false);
  const certificate = paths.certificateOf({ org_id, cred_id, user_id });
  const own = session.can(api.submission.hideCertificate);

  const copy = async () => {
    const long = location.origin + (ownPage ?? certificate);
    const { organization_id } = session;
    try {
      const address =
        !ownPage && session.can(api.submission.shorten)
          ? (await write(api.submission.shorten, { organization_id, url: long })).url
          : long;
      const done = await copyText(address);
      flash(done ? "success" : "error", done ? "Link copied." : "The link could not be copied.");
    } catch (error) {
      flash("error", wordsFor(error));
    }
  };
  const addToLinkedIn = () => {
    const address = linkedInAddress(credential, location.origin + (ownPage ?? certificate));
    window.open(address, "_blank", "noopener,noreferrer");
  };
  const show = async (hidden: boolean) => {
    await write(api.submission.hideCertificate, { organization_id: session.organization_id, cred_id, hidden });
    flash("success", hidden ? "Your certificate is hidden." : "Your certificate is shown again.");
  };
  return (
    <li className="earned-card">
      <div className="earned-head">
        <Picture src={undefined} alt="" width={44} leafOf={title} />
        <RowMenu
          label={`Actions for ${title}`}
          actions={[
            ...(certificate_hidden
              ? []
              : [
                  { id: "copy", text: "Copy link", onClick: () => void copy() },
                  { id: "linkedin", text: "Add to LinkedIn profile", onClick: addToLinkedIn },
                  ...(ownPage ? [{ id: "print", text: "Print or save as PDF", onClick: () => print(ownPage) }] : []),
                ]),
            ...(own && certificate_id
              ? [{ id: "certificate", text: "About the certificate", onClick: () => setOpened(true) }]
              : []),
            ...(own && certificate_hidden
              ? [
                  {
                    id: "show",
                    text: "Show the certificate",
                    onClick: () => void show(false).catch((error) => flash("error", wordsFor(error))),
                  },
                ]
              : own
                ? [{ id: "hide", text: "Hide the certificate", onClick: () => setAsked(true) }]
                : []),
            { id: "about", text: "About the credential", to: paths.credentialDetails(org_id, cred_id) },
          ]}
        />
      </div>
      <h2>{title}</h2>
      <p className="earned-issuer">Issued by {issuer_name}</p>
      <p className="earned-date">Earned on {date(earned_on)}</p>
      <div className="earned-foot">
        {certificate_hidden ? (
          <StatusIndicator type="stopped">Hidden from everybody</StatusIndicator>
        ) : (
          <Link className="light-button light-primary" to={certificate} state={{ from: "myCredentials" }}>
            View certificate
          </Link>
        )}
        {certificate_id && ownPage && !certificate_hidden ? (
          <Downloads certificate_id={certificate_id} title={title} />
        ) : null}
      </div>
      {opened && certificate_id ? (
        <Suspense>
          <OwnCertificateDialog certificate_id={certificate_id} title={title} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
      {asked ? (
        <ConfirmDialog
          title={`Hide the certificate “${title}”?`}
          confirm="Hide"
          destructive
          onConfirm={() => show(true)}
          onClose={() => setAsked(false)}
        >
          Links you have given to others will lead to an empty page until you show it again. The credential stays yours.
        </ConfirmDialog>
      ) : null}
    </li>
  );
}
