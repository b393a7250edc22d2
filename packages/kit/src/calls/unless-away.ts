import { CallFault } from './refusal.ts';

/** Null if the service is unavailable; every other failure is thrown. */
export async function unlessAway<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CallFault && error.kind === 'unavailable') return null;
    throw error;
  }
}
