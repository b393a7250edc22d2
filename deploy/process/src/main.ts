/**
 * The image's entry: one process for one service, `SVC_SERVICE=jobs npm run service`, configured by
 * environment variables, which with `migrate`, `redrive …`, `reencrypt` or `update-stream` does that
 * and ends; or one of the image's commands: `call …`, `ops …`, `witness …`, `health`.
 */
const mains: Record<string, () => Promise<unknown>> = {
  accounts: () => import('@svc/accounts/main'),
  pricing: () => import('@svc/pricing/main'),
  jobs: () => import('@svc/jobs/main'),
  tracking: () => import('@svc/tracking/main'),
  custody: () => import('@svc/custody/main'),
  log: () => import('@svc/log/main'),
  partner: () => import('@svc/partner/main'),
  webhooks: () => import('@svc/webhooks/main'),
  billing: () => import('@svc/billing/main'),
  files: () => import('@svc/files/main'),
  gateway: () => import('@svc/gateway/main'),
  desk: () => import('@svc/desk/main'),
};
const commands: typeof mains = {
  call: () => import('./call.ts'),
  ops: () => import('./ops.ts'),
  witness: () => import('./witness.ts'),
  health: () => import('./health.ts'),
};

/** Of the service that SVC_SERVICE names; `runService` of the kit carries them out. */
const ofService = ['migrate', 'redrive', 'reencrypt', 'update-stream'];

const named = (from: typeof mains, name = '') =>
  Object.hasOwn(from, name) ? from[name] : undefined;
const usage = `usage: npm run service -- [${[...ofService, ...Object.keys(commands)].join(' | ')}] [arguments]

${ofService.join(', ')}: once, for the service that SVC_SERVICE names.
Without a command: runs the service that SVC_SERVICE names, one of
${Object.keys(mains).join(', ')}.
Its other settings are variables, too: docs/operations/configure.md lists them.

  --help  prints this
`;

const [, , first] = process.argv;
if (first === '--help' || first === '-h') {
  process.stdout.write(usage);
  process.exit(0);
}
const isService = first === undefined || ofService.includes(first);
const main = isService ? named(mains, process.env.SVC_SERVICE) : named(commands, first);
if (!main) {
  const kind = first?.startsWith('-') ? 'option' : 'command';
  const wanted = `Set SVC_SERVICE to one of: ${Object.keys(mains).join(', ')}.`;
  console.error(isService ? wanted : `${first} is no ${kind} of this command.\n${usage}`);
  process.exit(2);
}
try {
  await main();
} catch (error) {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  console.error(cause instanceof Error ? `${message}: ${cause.message}` : message);
  process.exit(1);
}
