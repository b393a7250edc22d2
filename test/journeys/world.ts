/** An environment whose answers are held against its own OpenAPI document. */
import { type Stage, type StageOptions, startStage } from './environment.ts';
import { createSend, type Observe, type Send } from './http.ts';
import { conformance, fetchDocument } from './openapi.ts';
import { newTenant, type Tenant } from './tenants.ts';

export interface World {
  stage: Stage;
  observe: Observe;
  /** A live tenant of its own. */
  tenant(): Promise<Tenant>;
  /** Asks with these headers and nothing else. */
  as(headers: Record<string, string>): Send;
  stop(): Promise<void>;
}

export async function startWorld(options: StageOptions = {}): Promise<World> {
  const stage = await startStage(options);
  const observe = conformance(await fetchDocument(stage.publicUrl));
  return {
    stage,
    observe,
    tenant: () => newTenant(stage, { observe }),
    as: (headers) => createSend(stage.baseUrl, headers, observe),
    stop: () => stage.stop(),
  };
}

/** Starts with the first test and stops after the last; the environment is theirs together. */
export type Given = () => World;
