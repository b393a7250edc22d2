import type { PlantedFault } from '../fault.ts';
import { domainFaults } from './domain.ts';
import { engineFaults } from './engine.ts';
import { gatewayFaults } from './gateway.ts';
import { rightsFaults } from './rights.ts';
import { validatorFaults } from './validators.ts';

export const plantedFaults: readonly PlantedFault[] = [
  ...gatewayFaults,
  ...validatorFaults,
  ...rightsFaults,
  ...engineFaults,
  ...domainFaults,
];
