/** Events: events tail, webhooks listen, replay and log. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { optionsOf, pause, print, type Shell, table } from '@svc/cli/shell';
import { type CourierClient, type Event, eachOf } from '@svc/sdk';
import { verifyEvent } from '@svc/sdk/webhooks';
import { Command } from 'commander';
import { z } from 'zod';
import { clientOf } from './session.ts';

const pollMs = 2_000;
const show = (shell: Shell, isJson: boolean, event: Event): void =>
  print(shell, isJson, [
    event,
    () => `${event.created_at}  ${event.type.padEnd(22)}  ${JSON.stringify(event.data)}`,
  ]);

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
        let cursor = after;
        while (!shell.signal.aborted) {
          const query = {
            ...(type !== undefined && { type }),
            ...(cursor !== undefined && { starting_after: cursor }),
          };
          for await (const event of eachOf(client.listEvents, { query })) {
            show(shell, json, event);
            cursor = event.id;
          }
          if (!follow) return;
          await pause(pollMs, shell.signal);
        }
      }),
  );

export const webhooks = (shell: Shell): Command =>
  new Command('webhooks')
    .description('endpoints that events are sent to')
    .addCommand(listen(shell))
    .addCommand(replay(shell))
    .addCommand(log(shell));

const listen = (shell: Shell): Command =>
  new Command('listen')
    .description('register a receiver on this machine, and print what it is sent until Ctrl-C')
    .option('--port <n>', 'port of the receiver', '4040')
    .option('--url <url>', 'public https address of it, e.g. of a tunnel; else this machine')
    .option('--events <types...>', 'types to receive', ['*'])
    .addHelpText('after', '\nExample:\n  svc webhooks listen --url https://example-tunnel.dev/hook')
    .action(async (_options, command: Command) => {
      const { json, port, url, events } = optionsOf(command, {
        port: z.coerce.number().int().min(0).max(65_535),
        url: z.url().optional(),
        events: z.array(z.string()),
      });
      await receive(shell, await clientOf(shell), { isJson: json, port, url, events });
    });

interface Receiver {
  isJson: boolean;
  port: number;
  url: string | undefined;
  events: string[];
}

async function receive(shell: Shell, client: CourierClient, receiver: Receiver): Promise<void> {
  const { port, url: publicUrl, events, isJson } = receiver;
  let secret = '';
  const server = createServer(async (request, response) => {
    const verdict = verifyEvent(await text(request), request.headers, secret || 'not yet known');
    if (verdict.ok) show(shell, isJson, verdict.event);
    else shell.err(`refused: ${verdict.reason}`);
    response.writeHead(verdict.ok ? 204 : 401).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const bound = typeof address === 'object' ? (address?.port ?? port) : port;
  const url = publicUrl ?? `http://127.0.0.1:${bound}/`;
  const webhook = await client.createWebhook({ body: { url, events } });
  secret = webhook.secret;
  shell.err(`${webhook.id} sends to ${url}; Ctrl-C removes it`);
  if (!shell.signal.aborted) await once(shell.signal, 'abort');
  await client.deleteWebhook({ path: { id: webhook.id } });
  server.closeAllConnections();
  server.close();
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
      const answer = await (await clientOf(shell)).replayWebhook({ path: { id }, body });
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
      const client = await clientOf(shell);
      const { data } = await client.listDeliveries({ path: { id }, query: { limit } });
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
