/** Telemetry, scenarios of the sandbox, and the documentation. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type IngestTelemetryData, sendReadings } from '@svc/sdk';
import { optionsOf, print, type Shell } from '@svc/text/shell';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { clientOf, readSession } from './session.ts';

const batchForm: z.ZodType<IngestTelemetryData['body']> = z.object({
  readings: z.array(z.looseObject({ device_id: z.string(), seq: z.int(), at: z.string() })),
});

export const telemetry = (shell: Shell): Command =>
  new Command('telemetry').description('readings of vehicles and probes').addCommand(
    new Command('send')
      .description('sign a batch with SVC_TELEMETRY_SECRET, and send it')
      .argument('<file>', 'JSON: { "readings": [ … ] }, at most 500')
      .addHelpText('after', '\nExample:\n  SVC_TELEMETRY_SECRET=… svc telemetry send readings.json')
      .action(async (file: string, _options, command: Command) => {
        const { json } = optionsOf(command, {});
        const secret = shell.env.SVC_TELEMETRY_SECRET;
        if (!secret) return command.error('error: SVC_TELEMETRY_SECRET is not set');
        const batch = batchForm.parse(JSON.parse(await readFile(file, 'utf8')));
        const answer = await sendReadings(await clientOf(shell), batch, secret);
        const { accepted, duplicates, rejected } = answer;
        const faults = rejected.map(({ index, code }) => `\n  ${index}: ${code}`).join('');
        const text = () => `${accepted} accepted, ${duplicates} known, ${rejected.length} rejected`;
        print(shell, json, [answer, () => text() + faults]);
      }),
  );

const scenarios = ['delivered', 'failed', 'excursion', 'cancelled_by_carrier'] as const;

export const sandbox = (shell: Shell): Command =>
  new Command('sandbox').description('test jobs').addCommand(
    new Command('scenario')
      .description('book a test job that runs through a scenario within a minute')
      .addArgument(new Command().createArgument('<scenario>').choices([...scenarios]))
      .addOption(new Option('--sku <sku>').default('LAB-STD'))
      .addOption(new Option('--from <site>').default('cli-0'))
      .addOption(new Option('--to <site>').default('lab-0'))
      .addHelpText('after', '\nExample:\n  svc sandbox scenario delivered')
      .action(async (scenario: string, _options, command: Command) => {
        const shape = { sku: z.string(), from: z.string(), to: z.string() };
        const { json, sku, from, to } = optionsOf(command, shape);
        const client = await clientOf(shell);
        const body = { sku, pickup_site_id: from, dropoff_site_id: to };
        const headers = { 'svc-sandbox-scenario': scenario };
        const job = await client.bookJob({ body }, { headers });
        print(shell, json, [job, () => `${job.ref} is booked; svc track ${job.ref} --watch`]);
      }),
  );

const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };

export const open = (shell: Shell): Command =>
  new Command('open').description('open in the browser').addCommand(
    new Command('docs')
      .description('the reference of the API that you are logged in to')
      .option('--print', 'print the address alone')
      .addHelpText('after', '\nExample:\n  svc open docs --print')
      .action(async (_options, command: Command) => {
        const { json, print: isPrinted } = optionsOf(command, {
          print: z.boolean().default(false),
        });
        const url = new URL('/docs', (await readSession(shell)).baseUrl).href;
        print(shell, json, [{ url }, () => url]);
        if (isPrinted || json) return;
        const opener = spawn(openers[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore' });
        opener.on('error', () => shell.err('No browser was found: open the address yourself.'));
      }),
  );
