/**
 * The suite in steps. `SVC_STEP` names those of a run, joined by commas; without it a run has them
 * all, as where paths are given. A file belongs to the first step that takes it.
 */
export const patterns = {
  /** Rules and whatever else needs no server: a minute. */
  unit: [
    '{deploy,packages,services}/*/src/**/*.test.ts',
    '{desk,gateway}/src/**/*.test.ts',
    'packages/!(devnet|kit|paperwork)/test/**/*.test.ts',
  ],
  /** Each service, gateway and desk on real Postgres and NATS, and a journey through each door. */
  main: [
    'packages/devnet/test/*.test.ts',
    'packages/{kit,paperwork}/test/**/*.test.ts',
    '{deploy,services}/*/test/**/*.test.ts',
    '{desk,gateway}/test/**/*.test.ts',
    'test/{contracts,database}/**/*.test.ts',
    'test/journeys/{cold-chain,webhooks-guide}.test.ts',
    'test/journeys/sandbox/scenarios.test.ts',
    'test/journeys/courier-app/day.test.ts',
    'test/files/good-files.test.ts',
    'test/pages/desk-live.test.ts',
  ],
  /** With the guides, whose longest file takes as long as all others beside it. */
  journeys: [
    'test/{boundaries,clients,document,guides}/**/*.test.ts',
    'test/{journeys,nats,operator,sdk,svc}/**/*.test.ts',
  ],
  pages: ['test/{pages,proof,sight}/**/*.test.ts'],
  /** Faults, files and whatever else there is. */
  faults: ['packages/devnet/test/fuzz/**/*.test.ts', 'test/**/*.test.ts'],
};
type Step = keyof typeof patterns;
/** The slow half, in parts that can be left out where time is short. */
export const longSteps = ['journeys', 'pages', 'faults'] as const satisfies Step[];
const steps = Object.keys(patterns) as Step[];

const chosen = (process.env.SVC_STEP ?? steps.join()).split(',');
const unknown = chosen.filter((name) => !Object.hasOwn(patterns, name));
if (unknown.length > 0) throw new Error(`SVC_STEP: no step ${unknown}; there are ${steps}`);
const isChosen = (step: Step): boolean => chosen.includes(step);
/** Whether the run has steps of the slow half alone. */
export const isLongRun = chosen.every((name) => longSteps.some((step) => step === name));

/** Globs of the run's files. */
export const include = steps.filter(isChosen).flatMap((step) => patterns[step]);
/** Those of steps before the first that was chosen, and suites of their own commands. */
export const exclude = [
  ...steps.slice(0, steps.findIndex(isChosen)).flatMap((step) => patterns[step]),
  ...['test/containers/**', 'test/upgrade/**'],
];
/** Whether the run needs Postgres and NATS. */
export const needsServers = chosen.some((step) => step !== 'unit');
