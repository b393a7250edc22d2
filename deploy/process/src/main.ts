/**
 * The image's entry: a process for one role, `SVC_SERVICE=jobs npm run service`, or for several, with
 * commas between; configured by environment variables. With `migrate`, `redrive …`, `reencrypt` or
 * `update-stream` it does that for each and ends; or one of the image's commands: `call …`, `ops …`,
 * `witness …`, `health`.
 */
import type { ProcessRole } from '@svc/kit/roles';

const roles: Record<string, () => Promise<ProcessRole>> = {
  accounts: async () => (await import('@svc/accounts/service')).accountsService,
  pricing: async () => (await import('@svc/pricing/service')).pricingService,
  jobs: async () => (await import('@svc/jobs/service')).jobsService,
  tracking: async () => (await import('@svc/tracking/service')).trackingService,
  custody: async () => (await import('@svc/custody/service')).custodyService,
  log: async () => (await import('@svc/log/service')).logService,
  partner: async () => (await import('@svc/partner/service')).partnerService,
  webhooks: async () => (await import('@svc/webhooks/service')).webhooksService,
  billing: async () => (await import('@svc/billing/service')).billingService,
  files: async () => (await import('@svc/files/service')).filesService,
  gateway: async () => (await import('@svc/gateway/role')).gatewayRole,
  desk: async () => (await import('@svc/desk/role')).deskRole,
};
const commands: Record<string, () => Promise<unknown>> = {
  call: () => import('./call.ts'),
  ops: () => import('./ops.ts'),
  witness: () => import('./witness.ts'),
  health: () => import('./health.ts'),
};

const [, , first] = process.argv;
try {
  // A container's health check is a process of its own, each 30 s: it loads nothing else.
  if (first !== undefined && Object.hasOwn(commands, first)) await commands[first]?.();
  else await runService(first);
} catch (error) {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  console.error(cause instanceof Error ? `${message}: ${cause.message}` : message);
  process.exit(1);
}

async function runService(command: string | undefined): Promise<void> {
  const { serviceCommands } = await import('@svc/kit/service-commands');
  const ofService = Object.keys(serviceCommands);
  if (command === undefined || ofService.includes(command)) return runNamedRoles();
  const usage = usageOf(ofService);
  if (command !== '--help' && command !== '-h') {
    const what = command.startsWith('-') ? 'option' : 'command';
    end(`${command} is no ${what} of this command.\n${usage}`);
  }
  process.stdout.write(usage);
}

function usageOf(ofService: readonly string[]): string {
  return `usage: npm run service -- [${[...ofService, ...Object.keys(commands)].join(' | ')}] [arguments]

${ofService.join(', ')}: once, for the service that SVC_SERVICE names.
Without a command: runs what SVC_SERVICE names, one or several, with commas between, of
${Object.keys(roles).join(', ')}.
Its other settings are variables, too: docs/operations/configure.md lists them.

  --help  prints this
`;
}

async function runNamedRoles(): Promise<void> {
  const names = process.env.SVC_SERVICE?.split(',') ?? [];
  const wanted = names.map((name) => (Object.hasOwn(roles, name) ? roles[name] : undefined));
  if (new Set(names).size < names.length || wanted.includes(undefined) || names.length === 0) {
    end(`Set SVC_SERVICE to one of, or several with commas: ${Object.keys(roles).join(', ')}.`);
  }
  const [role, ...others] = await Promise.all(wanted.map((load) => load?.()));
  if (!role) return;
  const { runRoles } = await import('@svc/kit/roles');
  await runRoles([role, ...others.filter((other) => other !== undefined)]);
}

function end(reason: string): never {
  console.error(reason);
  process.exit(2);
}
