// Who may import what, as rules; test/boundaries proves that each of them bites.

const tests = [
  '\\.test\\.ts$',
  '^(services/[^/]+|packages/[^/]+|deploy/[^/]+|desk|gateway)/test/',
  '^packages/webhook-verify/examples/',
  '^packages/kit/src/testing/',
  '^test/',
];
const contracts = '^packages/contracts/src/';
const pureKit =
  '^packages/(text/src/nearest-name|kit/src/(calls/(page|refusal)|security/(image-type|rotating-secret)))\\.ts$';
// Numbers on parcels: what a code says.
const parcelNumbers = '^packages/text/src/codes/';
// Text of others, and that of command lines: stands on nothing.
const text = '^packages/text/src/';
const packages = 'node_modules/';
// Limits of processes that serve HTTP.
const limits = '^packages/kit/src/limits/';
// What of the kit serves a caller; the rest of it makes a service.
const clientSide =
  'host|http-role|http-server|access-log|admin|client|clock|config|encryption|event-stream|idempotency|ids|json|log|metric|poll-loop|refusal|runtime|settings|shutdown|storage|trace|transport';

/** Code (tests aside) under `from` imports nothing but what `may` lists. */
const only = ({ name, comment, from, may, builtins = false }) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { pathNot: may, couldNotResolve: false, ...(builtins && { dependencyTypesNot: ['core'] }) },
});

const never = (rule) => ({ severity: 'error', ...rule });

const inServices = [
  only({
    name: 'domain-is-pure',
    comment:
      'A rule decides from its arguments alone: its own domain, contracts, numbers of parcels and Refusal.',
    from: '^services/([^/]+)/src/domain/',
    may: ['^services/$1/src/domain/', contracts, pureKit, parcelNumbers, `${packages}zod/`],
  }),
  never({
    name: 'domain-takes-types-of-zod',
    comment: 'Parsing is done at the edge, before a rule is asked.',
    from: { path: '^services/[^/]+/src/domain/', pathNot: tests },
    to: { path: `${packages}zod/`, dependencyTypesNot: ['type-only'] },
  }),
  only({
    name: 'store-only-stores',
    comment: 'A query knows its tables and the domain types it returns.',
    from: '^services/([^/]+)/src/store/',
    may: [
      '^services/$1/src/(domain|store)/',
      contracts,
      pureKit,
      '^packages/kit/src/database/',
      `${packages}kysely/`,
    ],
  }),
  never({
    name: 'store-takes-types-only',
    comment: 'What a contract does at run time is no business of a query.',
    from: { path: '^services/[^/]+/src/store/', pathNot: tests },
    to: {
      path: [contracts, '^packages/kit/'],
      pathNot: [pureKit, '^packages/kit/src/database/daily-table\\.ts$'],
      dependencyTypesNot: ['type-only'],
    },
  }),
  only({
    name: 'handlers-stay-home',
    comment: 'A handler joins its own define, domain, store, workflows and adapters.',
    from: '^services/([^/]+)/src/(?!workflows/metrics\\.ts$)(actions|reactions|schedules|tasks|workers|workflows)/',
    may: [
      '^services/$1/src/((domain|store|adapters|workflows)/|(config|define)\\.ts$)',
      contracts,
      pureKit,
      '^packages/kit/src/(values/ids|json/json-unknown-fields|calls/unless-away|database/low-water-mark|audit/personal-data|observability/metric|settings/settings)\\.ts$',
      packages,
    ],
    builtins: true,
  }),
  only({
    name: 'adapters-wrap-a-library',
    comment: 'An adapter knows its library, settings and domain types; no table and no handler.',
    from: '^services/([^/]+)/src/adapters/',
    may: [
      '^services/$1/src/((adapters|domain)/|(config|define)\\.ts$)',
      contracts,
      '^packages/',
      packages,
    ],
    builtins: true,
  }),
  never({
    name: 'handlers-do-not-speak-protocols',
    comment: 'Bus, database driver, timers and HTTP belong to the kit and the gateway.',
    from: { path: '^services/[^/]+/src/(actions|reactions|schedules|tasks)/', pathNot: tests },
    to: { path: `${packages}(fastify|graphile-worker|moleculer|@nats-io|pg)/` },
  }),
  only({
    name: 'define-binds',
    comment: 'define.ts binds the kit to one contract, its tables and its settings.',
    from: '^services/([^/]+)/src/define\\.ts$',
    may: [
      '^services/$1/src/(store/|config\\.ts$)',
      contracts,
      '^packages/kit/src/',
      `${packages}zod/`,
    ],
  }),
  only({
    name: 'metrics-define',
    comment: 'metrics.ts defines what is counted, timed or read from the tables of its service.',
    from: '^services/([^/]+)/src/workflows/metrics\\.ts$',
    may: [
      '^services/$1/src/((domain|store)/|config\\.ts$)',
      '^packages/kit/src/(observability/metric|service/service)',
      `${packages}kysely/`,
    ],
  }),
  only({
    name: 'service-lists',
    comment:
      'service.ts names actions, reactions, schedules, tasks, workers, encrypted columns and a purge; nothing else.',
    from: '^services/([^/]+)/src/service\\.ts$',
    may: [
      '^services/$1/src/((actions|adapters|reactions|schedules|tasks|workers)/|(store/purge|workflows/metrics)\\.ts$|(config|define)\\.ts$)',
      contracts,
      '^packages/kit/src/',
      `${packages}zod/`,
    ],
  }),
  never({
    name: 'no-service-in-a-service',
    comment: "A service reads another's facts by a call or keeps a copy fed by events.",
    from: { path: '^services/([^/]+)/' },
    to: { path: '^services/', pathNot: '^services/$1/' },
  }),
];

const elsewhere = [
  only({
    name: 'gateway-is-a-client',
    comment: 'The gateway translates HTTP to contract calls; no domain rule, no service code.',
    from: '^gateway/',
    may: [
      '^gateway/',
      contracts,
      '^packages/(app|paperwork|web)/src/',
      // The verifier: it runs here and, served by the gateway, in browsers.
      '^packages/(text/src|proof/src/(log|verify))/',
      `^packages/kit/src/[^/]+/(${clientSide})[^/]*\\.ts$`,
      limits,
      packages,
    ],
    builtins: true,
  }),
  only({
    name: 'desk-is-a-client',
    comment: 'The desk shows what contracts answer and sends their commands; no domain rule.',
    from: '^desk/',
    may: [
      '^desk/',
      contracts,
      '^packages/(paperwork|text|web)/src/',
      // The verifier that outsiders use: the page of a job runs it.
      '^packages/proof/src/(log|verify)/',
      `^packages/kit/src/[^/]+/(${clientSide})[^/]*\\.ts$`,
      limits,
      packages,
    ],
    builtins: true,
  }),
  only({
    name: 'web-knows-nothing',
    comment: 'Markup, style and code for browsers: any process that serves pages may use them.',
    from: '^packages/web/',
    may: ['^packages/web/', text, packages],
    builtins: true,
  }),
  never({
    name: 'gateway-has-no-database',
    comment: 'Gateway and desk hold no state and reach services through the client alone.',
    from: { path: '^(desk|gateway)/', pathNot: tests },
    to: { path: `${packages}(graphile-worker|kysely|@nats-io|pg)/` },
  }),
  never({
    name: 'gateway-tests-need-no-service',
    comment: 'What crosses a service line is a journey: test/journeys.',
    from: { path: '^(desk|gateway)/' },
    to: { path: '^services/' },
  }),
  only({
    name: 'kit-knows-contracts-alone',
    comment: 'The kit serves every service, so it knows none.',
    from: '^packages/kit/',
    may: ['^packages/kit/', contracts, text, packages],
    builtins: true,
  }),
  only({
    name: 'verifier-runs-in-browsers',
    comment:
      'Log and verifier judge alike in a browser and in a terminal; cli.ts alone reads files.',
    from: '^packages/proof/src/(log|verify)/(?!cli\\.ts$)',
    may: ['^packages/proof/src/(log|verify)/', text, packages],
  }),
  only({
    name: 'contracts-need-zod-alone',
    comment: 'A contract is read by services, gateway and SDKs alike.',
    from: '^packages/contracts/',
    may: [contracts, `${packages}zod/`],
  }),
];

const everywhere = [
  never({
    name: 'packages-below-services',
    comment: 'Services stand on packages, or outsiders install them; what composes is deploy/.',
    from: { path: '^packages/' },
    to: { path: '^(deploy|desk|gateway|services)/' },
  }),
  never({
    name: 'nothing-imports-deploy',
    comment: 'deploy/ composes everything; only what crosses service lines may start it.',
    from: { pathNot: ['^deploy/', '^test/'] },
    to: { path: '^deploy/' },
  }),
  never({
    name: 'no-tests-in-code',
    comment: 'What runs in production does not import tests.',
    from: { path: '^(deploy|desk|gateway|packages|services)/', pathNot: tests },
    to: { path: tests },
  }),
  never({
    name: 'nothing-imports-the-test-room',
    comment: 'test/ crosses service lines; nothing may lean on it.',
    from: { pathNot: '^test/' },
    to: { path: '^test/' },
  }),
  never({
    name: 'no-circular',
    comment: 'A circle cannot be read from either end.',
    from: {},
    to: { circular: true },
  }),
  never({
    name: 'no-circle-of-rooms',
    comment: 'A room that stands above and below another has no floor: move the file that climbs.',
    scope: 'folder',
    from: { path: '^(packages/(?:kit|paperwork|proof)|desk|gateway)/src/.+$' },
    to: { path: '^$1/src/', circular: true },
  }),
  never({
    name: 'no-unresolvable',
    comment: 'The import leads nowhere.',
    from: {},
    to: { couldNotResolve: true },
  }),
  never({
    name: 'no-undeclared-package',
    comment: 'A package that package.json does not name is there by luck.',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  }),
  never({
    name: 'no-dev-package-in-code',
    comment: 'Development packages are not installed in production.',
    from: {
      path: '^(deploy|desk|gateway|packages|services)/',
      pathNot: [...tests, '^packages/devnet/'],
    },
    to: { dependencyTypes: ['npm-dev'], pathNot: ['^packages/', '@types/'] },
  }),
];

export default {
  forbidden: [...inServices, ...elsewhere, ...everywhere],
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['main', 'types'],
      extensions: ['.ts', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
