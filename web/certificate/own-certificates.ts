/** Where it is kept on the device, until the person signs out; `forgetSession` knows the name, too. */
const storedName = "own_certificates";

/** Certificates that somebody has seen on this device in their own list, or opened by a way of the portal's or a mail's. */
interface OwnCertificates {
  readonly user_id: string;
  readonly certificate_ids: readonly string[];
  /** The path of their list: the page of a certificate knows none of the portal's. */
  readonly list: string;
}

function read<Stored extends object>(name: string): Partial<Stored> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** What is kept for a person; nobody else's. */
function keptFor(user_id: string | undefined): OwnCertificates | undefined {
  const kept = read<OwnCertificates>(storedName);
  return user_id !== undefined && kept.user_id === user_id && Array.isArray(kept.certificate_ids)
    ? (kept as OwnCertificates)
    : undefined;
}

/** Keeps on this device which certificates are the signed-in person's, so that their pages offer them what owners do. */
export function keepOwnCertificates({ user_id, certificate_ids, list }: OwnCertificates): void {
  const all = [...new Set([...(keptFor(user_id)?.certificate_ids ?? []), ...certificate_ids])];
  localStorage.setItem(storedName, JSON.stringify({ user_id, certificate_ids: all, list } satisfies OwnCertificates));
}

/**
 * The path of the list of whoever is signed in on this device, when a certificate is theirs as far as that list was opened
 * here.
 */
export function ownListWith(certificate_id: string): string | undefined {
  const kept = keptFor(read<{ user_id: string }>("user").user_id);
  return kept?.certificate_ids.includes(certificate_id) ? kept.list : undefined;
}
