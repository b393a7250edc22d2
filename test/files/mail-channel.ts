/** A channel that takes manifests by e-mail, and what comes back. */
import { files } from '@svc/contracts';
import { type MailServer, until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import type { Channel } from './channel.ts';
import { demoSender, enclosedIn, host } from './letters.ts';

/** But for the addresses of the servers. */
export const mailEnv: NodeJS.ProcessEnv = {
  SVC_MAIL_ADDRESS: 'files@carrier.example',
  SVC_MAIL_AUTHSERV_ID: host,
  SVC_MAIL_POLL_MS: '100',
};

export async function nameSenders({ stage }: Channel): Promise<void> {
  const meta = { tenant: 'ten_demo', actor: 'test', requestId: 'test' };
  await createClients({ files }, stage.transport, meta).files.putWholesaler({
    username: 'demo',
    dcs: [{ dc: 'jhb', site_id: 'site_demo_whl-0', cut_off: '23:59' }],
    mail_senders: [{ address: demoSender.toUpperCase(), dc: 'jhb' }],
  });
}

/** The answer to the letter with this id, with what is enclosed. */
export async function answerIn({ sent }: MailServer, id: string, after = 0) {
  const isAnswer = ({ raw }: { raw: string }) => raw.includes(`In-Reply-To: ${id}`);
  const found = await until(() => sent.filter(isAnswer)[after], {
    timeoutMs: 60_000,
    what: `an answer to ${id}`,
  });
  return { ...found, enclosed: enclosedIn(found.raw) };
}
