/** Where it is kept on the device, until the person signs out; `forgetSession` knows the name, too. */
const storedName = "own_certificates";

/** Certificates that somebody has seen in their own list on this device. */
interface OwnCertificates {
  readonly user_id: string;
  readonly certificate_ids: readonly string[];
}

function read<Stored extends object>(name: string): Partial<Stored> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** The ids that are kept for a person; nobody else's. */
const keptFor = (user_id: string): readonly string[] => {
  const kept = read<OwnCertificates>(storedName);
  return kept.user_id === user_id && Array.isArray(kept.certificate_ids) ? kept.certificate_ids : [];
};

/** Keeps on this device which certificates are the signed-in person's, so that their pages offer them what owners do. */
export function keepOwnCertificates(user_id: string, certificate_ids: readonly string[]): void {
  const all = [...new Set([...keptFor(user_id), ...certificate_ids])];
  localStorage.setItem(storedName, JSON.stringify({ user_id, certificate_ids: all } satisfies OwnCertificates));
}

/** Whether a certificate is whoever's is signed in on this device, as far as their list was opened here. */
export function isOwnCertificate(certificate_id: string): boolean {
  const { user_id } = read<{ user_id: string }>("user");
  return user_id !== undefined && keptFor(user_id).includes(certificate_id);
}
