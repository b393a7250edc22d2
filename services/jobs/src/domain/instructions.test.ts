import { describe, expect, it } from 'vitest';
import { changedInstructions, noInstructions } from './instructions.ts';

const desk = { name: 'Desk', phone: '+27 11 555 0161' };
const ward = { name: 'Ward 7', phone: '+27 11 555 0162' };
const before = { note: 'Blue gate', pickup_contact: desk, dropoff_contact: null };

describe('changed instructions', () => {
  it.each([
    ['nothing is sent', {}],
    ['all is so already', { ...before }],
    ['a contact has its members in another order', { pickup_contact: { ...desk } }],
  ])('no instructions are changed when %s', (_, changes) => {
    expect(changedInstructions(before, changes)).toBeUndefined();
    expect(changedInstructions(noInstructions, {})).toBeUndefined();
  });

  it.each([
    ['a note', { note: 'Green gate' }],
    ['an empty note', { note: '' }],
    ['a contact', { dropoff_contact: ward }],
    ['no contact', { pickup_contact: null }],
    ['all', { note: '', pickup_contact: ward, dropoff_contact: desk }],
  ])('have %s, and the rest as it was', (_, changes) => {
    expect(changedInstructions(before, changes)).toEqual({ ...before, ...changes });
  });
});
