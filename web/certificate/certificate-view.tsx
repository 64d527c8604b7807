import { useMutation, useQuery } from "@tanstack/react-query";
import { type CSSProperties, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { CertificatePage } from "../../shared/certificate/own-calls.ts";
import { sheetSteps } from "../../shared/certificate/sheet.ts";
import { descriptionLabel } from "../../shared/certificate/words.ts";
import { brand } from "../../shared/platform/brand.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { LaurelWreath } from "../content/submission/laurel-wreath.tsx";
import { useVisitor } from "../session/session.tsx";
import type { Session } from "../session/session-store.ts";
import { flash } from "../ui/dialogs/flash.ts";
import { momentThere } from "../ui/look/day-there.ts";
import { date, dateTime } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { LightButton } from "../ui/look/light.tsx";
import { RichText } from "../ui/look/rich-text.tsx";
import { PageSkeleton } from "../ui/look/skeleton.tsx";
import { useTitle } from "../ui/title.ts";
import { wordsFor } from "../ui/words.ts";
import { copyText, linkedInAddress } from "./certificate-sharing.ts";
import { keepOwnCertificates } from "./own-certificates.ts";
import "../../shared/certificate/sheet.css";
import "./certificate.css";

const CertificateCode = lazy(() => import("./certificate-code.tsx"));

/** A certificate that is being signed is looked for again this often, for two minutes. */
const betweenLooksMs = 3000;
const looksMax = 40;

/** What names a certificate in its address. */
export interface CertificateKey {
  readonly org_id: string;
  readonly cred_id: string;
  readonly user_id: string;
}

/** The address to hand on: short for its owner, who may make one, otherwise the page's own. */
function useAddress(key: CertificateKey, owner: Session | undefined): string {
  const url = location.origin + paths.certificateOf({ ...key });
  const { data: short, mutate: shorten } = useMutation(api.certificate.shorten.mutation());
  const organization_id = owner?.can(api.certificate.shorten) ? owner.organization_id : undefined;
  useEffect(() => {
    if (organization_id !== undefined) shorten({ organization_id, url }); // without one the long address does as well
  }, [organization_id, url, shorten]);
  return short?.url ?? url;
}

/**
 * A certificate with what can be done with it; everybody may look, its owner may share it. One that has a page of its own,
 * on which strangers can verify it, is shown there.
 */
export function CertificateView({
  certificate: key,
  back,
}: {
  readonly certificate: CertificateKey;
  /** The way back to the list the learner came from. */
  readonly back?: ReactNode;
}) {
  const session = useVisitor();
  const reading = useQuery({
    ...api.certificate.readOwn.query(key),
    refetchInterval: ({ state }) =>
      state.data?.signature === "awaited" && state.dataUpdateCount < looksMax && betweenLooksMs,
  });
  const owner = session?.user.user_id === key.user_id ? session : undefined;
  const ownPage = reading.data?.address;
  const owner_id = owner?.user.user_id;
  useEffect(() => {
    if (ownPage === undefined) return;
    const certificate_id = ownPage.slice(ownPage.lastIndexOf("/") + 1);
    if (owner_id !== undefined)
      keepOwnCertificates({ user_id: owner_id, certificate_ids: [certificate_id], list: paths.myCredentials });
    location.replace(ownPage);
  }, [ownPage, owner_id]);
  if (reading.isPending || ownPage !== undefined) return <PageSkeleton />;
  if (reading.isSuccess) return <Shown certificate={reading.data} of={key} owner={owner} back={back} />;
  const { error } = reading;
  const missing = error instanceof ApiError && error.status >= 400 && error.status < 500;
  if (missing) return <NoCertificate owner={owner} />;
  return (
    <section className="light-card message-page">
      <h1>We couldn’t load the certificate</h1>
      <p role="alert">{wordsFor(error)}</p>
      <p className="light-actions">
        <LightButton primary onClick={() => void reading.refetch()}>
          Try again
        </LightButton>
      </p>
    </section>
  );
}

/** The same words for a wrong address and a hidden certificate: nobody learns which it was. */
export function NoCertificate({ owner }: { readonly owner?: Session | undefined }) {
  return (
    <section className="light-card message-page">
      <p className="message-number" aria-hidden="true">
        404
      </p>
      <h1>Certificate not found</h1>
      <p>
        {owner
          ? "You’ve hidden this certificate, or it was never issued. You can show it again in My credentials."
          : "The link may be incomplete, or the learner has hidden this certificate. Ask the person who sent it to you."}
      </p>
      <p className="light-actions">
        <a className="light-button light-primary" href={owner ? paths.myCredentials : paths.home}>
          {owner ? "My credentials" : "Go to the home page"}
        </a>
      </p>
    </section>
  );
}

function Shown({
  certificate,
  of,
  owner,
  back,
}: {
  readonly certificate: CertificatePage;
  readonly of: CertificateKey;
  readonly owner: Session | undefined;
  readonly back: ReactNode;
}) {
  const address = useAddress(of, owner);
  useTitle(`${fullName(certificate)} – ${certificate.credential.title}`);
  return (
    <div className="certificate-page">
      <div className="certificate-tools">
        {back ?? <span />}
        <div className="certificate-buttons">
          {owner ? (
            <a
              className="light-button"
              href={linkedInAddress(
                { ...certificate, ...certificate.credential, earned_on: certificate.credential.created_on },
                address,
              )}
              target="_blank"
              rel="noopener noreferrer"
            >
              Add to LinkedIn profile
            </a>
          ) : null}
          <CopyButton address={address} />
          <LightButton primary onClick={() => print()}>
            Print or save as PDF
          </LightButton>
        </div>
      </div>
      {certificate.signature === "awaited" ? (
        <p className="light-note" role="status">
          We’re signing this certificate. In a few seconds, this page switches to one that anyone can verify.
        </p>
      ) : null}
      <Sheet certificate={certificate} address={address} />
      <CertificateDetails certificate={certificate} address={address} />
    </div>
  );
}

const stepsOf = (certificate: CertificatePage) =>
  sheetSteps({
    name: fullName(certificate),
    title: certificate.credential.title,
    issuer: certificate.issuer_name,
    description: certificate.credential.description,
  });

/** The certificate itself: a sheet that prints on one page of Letter and A4 alike. */
function Sheet({ certificate, address }: { readonly certificate: CertificatePage; readonly address: string }) {
  const { credential, issuer_name, earned_in, valid_until, verified_on, logo, badge, colour } = certificate;
  const steps = stepsOf(certificate);
  return (
    <article
      className="sheet"
      aria-label="Certificate"
      style={colour ? ({ "--sheet-accent": colour } as CSSProperties) : undefined}
    >
      <div className="sheet-frame">
        <LaurelWreath emblem={logo ?? badge} />
        <p className="sheet-issuer" data-step={steps.issuer}>
          {issuer_name}
        </p>
        <p className="sheet-says">certifies that</p>
        <h1 className="sheet-name" data-step={steps.name}>
          {fullName(certificate)}
        </h1>
        <p className="sheet-says">earned</p>
        <p className="sheet-title" data-step={steps.title}>
          {credential.title}
        </p>
        <p className="sheet-says">
          on {date(credential.created_on, { timeZone: earned_in })}
          {valid_until ? `, valid until ${date(valid_until, { timeZone: earned_in })}` : null}
        </p>
        {steps.description < 3 ? (
          <div className="sheet-description" data-step={steps.description}>
            <p className="sheet-asks">{descriptionLabel}</p>
            <RichText html={credential.description} />
          </div>
        ) : null}
        <footer className="sheet-foot">
          <div>
            <span className="sheet-value" data-step={steps.issuer}>
              {issuer_name}
            </span>
            <span className="sheet-label">Issuer</span>
          </div>
          <div className="sheet-code">
            <Suspense fallback={<svg viewBox="0 0 1 1" aria-hidden="true" />}>
              <CertificateCode address={address} />
            </Suspense>
          </div>
          <div>
            <span className="sheet-value">{date(verified_on, { timeZone: earned_in })}</span>
            <span className="sheet-label">Verified by a reviewer on</span>
          </div>
        </footer>
        <p className="sheet-address">
          Verify it at <span>{address.replace(/^https?:\/\//, "")}</span>
        </p>
      </div>
    </article>
  );
}

function CertificateDetails({
  certificate,
  address,
}: {
  readonly certificate: CertificatePage;
  readonly address: string;
}) {
  const { first_name, credential, issuer_name, earned_in, verified_on, verified } = certificate;
  const [checked] = useState(() => new Date().toISOString());
  return (
    <section className="proof" aria-labelledby="proof-title">
      <div className={verified ? "proof-verdict" : "proof-verdict proof-failed"}>
        <span className="proof-mark" aria-hidden="true">
          {verified ? "✓" : "!"}
        </span>
        <div>
          <h2 id="proof-title">{verified ? "This certificate is genuine" : "We couldn’t verify this certificate"}</h2>
          <p>
            {verified
              ? `Just checked against the record from when it was issued (${dateTime(checked)}).`
              : "Our record differs from what was issued. Don’t rely on it. Contact the issuer."}
          </p>
        </div>
      </div>
      <div className="proof-facts">
        <KeyValues
          items={[
            { label: "Earned by", value: fullName(certificate) },
            { label: "Issued by", value: issuer_name },
            { label: "Earned on", value: momentThere(credential.created_on, earned_in) },
            { label: "Verified by a reviewer on", value: momentThere(verified_on, earned_in) },
          ]}
        />
      </div>
      <h3>What was verified</h3>
      <p>
        A reviewer approved by {issuer_name} read the work {first_name} submitted, reviewed every section against the
        credential’s rubric, and approved each one.
      </p>
      <h3>How to verify it</h3>
      <p>
        Open <span className="proof-address">{address}</span> yourself. A genuine certificate says so on this page of{" "}
        {brand.product}. A screenshot or printout alone proves nothing.
      </p>
      <div className="proof-about" data-step={stepsOf(certificate).description}>
        <h3>About {credential.title}</h3>
        <h4>{descriptionLabel}</h4>
        <RichText html={credential.description} />
      </div>
    </section>
  );
}

function CopyButton({ address }: { readonly address: string }) {
  return (
    <LightButton
      onClick={() =>
        void copyText(address).then((done) =>
          done ? flash("success", "Link copied.") : flash("error", "We couldn’t copy the link."),
        )
      }
    >
      Copy link
    </LightButton>
  );
}
