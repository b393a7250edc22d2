import { tracking } from './0001-tracking.ts';
import { telemetry } from './0002-telemetry.ts';
import { sealedTraces } from './0003-sealed-traces.ts';
import { forgetSandboxTraces } from './0004-forget-sandbox-traces.ts';
import { packedReadings } from './0005-packed-readings.ts';

export const migrations = [tracking, telemetry, sealedTraces, forgetSandboxTraces, packedReadings];
