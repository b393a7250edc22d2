/** One process for one service: `SVC_SERVICE=jobs npm run service`, configured by environment variables. */
const mains: Record<string, () => Promise<unknown>> = {
  accounts: () => import('@svc/accounts/main'),
  pricing: () => import('@svc/pricing/main'),
  jobs: () => import('@svc/jobs/main'),
  tracking: () => import('@svc/tracking/main'),
  custody: () => import('@svc/custody/main'),
  partner: () => import('@svc/partner/main'),
  webhooks: () => import('@svc/webhooks/main'),
  billing: () => import('@svc/billing/main'),
  files: () => import('@svc/files/main'),
  gateway: () => import('@svc/gateway/main'),
};

const name = process.env.SVC_SERVICE ?? '';
const main = Object.hasOwn(mains, name) ? mains[name] : undefined;
if (!main) {
  console.error(`Set SVC_SERVICE to one of: ${Object.keys(mains).join(', ')}.`);
  process.exit(2);
}
try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
