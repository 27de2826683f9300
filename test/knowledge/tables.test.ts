import { describe, expect, test } from 'vitest';
import { effects } from '../../src/knowledge/effects/index.ts';
import { frameworks } from '../../src/knowledge/frameworks/index.ts';
import { platform } from '../../src/knowledge/platform/index.ts';
import { providers } from '../../src/knowledge/providers/index.ts';
import { Knowledge } from '../../src/knowledge/registry.ts';

const libraries = [...platform, ...frameworks, ...effects, ...providers];
const knowledge = new Knowledge(libraries);

describe('tables', () => {
  test('parameters of handlers have types that their package knows', () => {
    const unknown = libraries.flatMap(({ name, packages, registrations = [] }) =>
      registrations
        .flatMap((registration) =>
          registration.by === 'decorator'
            ? Object.values(registration.parameterDecorators)
            : registration.by === 'takes'
              ? []
              : registration.parameters,
        )
        .flatMap((parameter) => ('type' in parameter ? [parameter.type] : []))
        .filter((type) => packages.some((one) => knowledge.package(one)?.typeNames.has(type) === false))
        .map((type) => `${name}: ${type}`),
    );
    expect(unknown).toEqual([]);
  });

  test('other names of types stand for types', () => {
    const unknown = libraries.flatMap(({ name, packages, typeAliases = {} }) =>
      Object.values(typeAliases)
        .filter((type) => packages.some((one) => knowledge.package(one)?.typeNames.has(type) === false))
        .map((type) => `${name}: ${type}`),
    );
    expect(unknown).toEqual([]);
  });

  test('one library has one name a package', () => {
    const named = libraries.filter(({ provider }) => provider).map(({ name }) => name);
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  });

  test('sources are addresses', () => {
    expect(libraries.filter(({ source }) => !source.startsWith('https://')).map(({ name }) => name)).toEqual([]);
  });
});
