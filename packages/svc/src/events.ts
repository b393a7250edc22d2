/** Events: events tail, webhooks listen, replay and log. */
import { randomBytes } from 'node:crypto';
import { type CourierClient, type Event, eachOf } from '@svc/sdk';
import { signedHeaders } from '@svc/sdk/webhooks';
import { printableJson } from '@svc/text/printable';
import { optionsOf, pause, print, type Shell, table } from '@svc/text/shell';
import { Command } from 'commander';
import { z } from 'zod';
import { clientFor, clientOf, isSandbox, readSession, sandboxSession } from './session.ts';

/** Less than half of the sixty requests a minute that a caller of the sandbox has. */
const pollMs = 2_500;
/** Time a delivery may take, ms. */
const deadlineMs = 10_000;
const lineOf = ({ created_at, type, data }: Event): string =>
  `${created_at}  ${type.padEnd(22)}  ${printableJson(data)}`;

export const events = (shell: Shell): Command =>
  new Command('events').description('the event feed').addCommand(
    new Command('tail')
      .description('print events as they happen, beginning with those that are kept')
      .option('--after <event>', 'only what follows the event with this id')
      .option('--type <type>', 'only this type, e.g. job.created')
      .option('--no-follow', 'end with the last event that is there')
      .addHelpText('after', '\nExample:\n  svc events tail --type delivery.completed --json')
      .action(async (_options, command: Command) => {
        const name = z.string().optional();
        const shape = { after: name, type: name, follow: z.boolean().default(true) };
        const { json, after, type, follow } = optionsOf(command, shape);
        const client = await clientOf(shell);
        for await (const event of feed(shell, client, { after, type, follow })) {
          print(shell, json, [event, () => lineOf(event)]);
        }
      }),
  );

interface Wanted {
  after?: string | undefined;
  type?: string | undefined;
  /** Whether to wait for those that are still to come. */
  follow: boolean;
}

/** Events after the cursor, oldest first, each once. */
async function* feed(shell: Shell, client: CourierClient, { after, type, follow }: Wanted) {
  let cursor = after;
  while (!shell.signal.aborted) {
    const query = {
      limit: 100,
      ...(type !== undefined && { type }),
      ...(cursor !== undefined && { starting_after: cursor }),
    };
    for await (const event of eachOf(client.listEvents, { query })) {
      cursor = event.id;
      yield event;
    }
    if (!follow) return;
    await pause(pollMs, shell.signal);
  }
}

export const webhooks = (shell: Shell): Command =>
  new Command('webhooks')
    .description('endpoints that events are sent to')
    .addCommand(listen(shell))
    .addCommand(replay(shell))
    .addCommand(log(shell));

const listen = (shell: Shell): Command =>
  new Command('listen')
    .description('post events to a receiver on this machine as they happen, signed, until Ctrl-C')
    .option('--to <url>', 'address of the receiver', 'http://127.0.0.1:4040/')
    .option('--events <types...>', 'types to post; all of them by default')
    .option(
      '--sandbox',
      'those of the sandbox, by SVC_SANDBOX_URL, SVC_SANDBOX_KEY and SVC_SESSION',
    )
    .addHelpText(
      'after',
      `
It reads the event feed: no endpoint is registered, and no tunnel needed. What it posts is signed
with SVC_WEBHOOK_SECRET, else with a secret that it makes and prints.

Example:
  svc webhooks listen --to http://127.0.0.1:3000/hook --events job.created pod.available`,
    )
    .action(async (_options, command: Command) => {
      const { json, to, events, sandbox } = optionsOf(command, {
        to: z.url({ protocol: /^https?$/ }),
        events: z.array(z.string()).optional(),
        sandbox: z.boolean().default(false),
      });
      const client = clientFor(sandbox ? sandboxSession(shell) : await readSession(shell));
      const secret = shell.env.SVC_WEBHOOK_SECRET || `whsec_${randomBytes(32).toString('base64')}`;
      let after: string | undefined;
      for await (const event of feed(shell, client, { follow: false })) after = event.id;
      shell.err(`Events go to ${to}, signed with ${secret}; Ctrl-C ends it.`);
      for await (const event of feed(shell, client, { after, follow: true })) {
        if (events && !events.includes(event.type)) continue;
        const answer = await post(event, { to, secret, signal: shell.signal });
        print(shell, json, [{ event, answer }, () => `${lineOf(event)}  → ${answer}`]);
      }
    });

interface Receiver {
  to: string;
  secret: string;
  signal: AbortSignal;
}

/** One attempt: the status, or why there was none. Nothing of an answer is read but its head. */
async function post(event: Event, { to, secret, signal }: Receiver): Promise<string> {
  const body = JSON.stringify(event);
  try {
    const answer = await fetch(to, {
      method: 'POST',
      redirect: 'manual',
      headers: signedHeaders({ id: event.id, body }, secret),
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    });
    await answer.body?.cancel();
    return String(answer.status);
  } catch (error) {
    return String(error instanceof Error ? (error.cause ?? error) : error);
  }
}

const replay = (shell: Shell): Command =>
  new Command('replay')
    .description('send events again, in the order of their creation')
    .argument('<webhook>', 'id of the endpoint')
    .option('--since <time>', 'everything since then, RFC 3339, at most 14 days back')
    .option('--event <id...>', 'these events')
    .addHelpText('after', '\nExample:\n  svc webhooks replay wh_… --since 2026-11-02T08:00:00Z')
    .action(async (id: string, _options, command: Command) => {
      const { json, since, event } = optionsOf(command, {
        since: z.string().optional(),
        event: z.array(z.string()).optional(),
      });
      if ((since === undefined) === (event === undefined)) {
        return command.error('error: either --since or --event is needed');
      }
      const body = { ...(since && { since }), ...(event && { event_ids: event }) };
      const session = await readSession(shell);
      const client = clientFor(session);
      const send = isSandbox(session) ? client.replaySandboxWebhook : client.replayWebhook;
      const answer = await send({ path: { id }, body });
      print(shell, json, [answer, () => `${answer.replayed} events will be sent again`]);
    });

const log = (shell: Shell): Command =>
  new Command('log')
    .description('deliveries to an endpoint, newest first')
    .argument('<webhook>', 'id of the endpoint')
    .option('--limit <n>', 'at most so many', '20')
    .addHelpText('after', '\nExample:\n  svc webhooks log wh_… --limit 5')
    .action(async (id: string, _options, command: Command) => {
      const { json, limit } = optionsOf(command, {
        limit: z.coerce.number().int().min(1).max(100),
      });
      const session = await readSession(shell);
      const client = clientFor(session);
      const read = isSandbox(session) ? client.listSandboxDeliveries : client.listDeliveries;
      const { data } = await read({ path: { id }, query: { limit } });
      const rows = data.map((each) => [
        each.created_at,
        each.type,
        each.status,
        `${each.attempt}`,
        `${each.response_code ?? each.failure ?? ''}`,
      ]);
      const head = ['created', 'type', 'status', 'attempts', 'answer'];
      print(shell, json, [data, () => table(shell, head, rows)]);
    });
