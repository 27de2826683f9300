// The layers of ARCHITECTURE.md as rules; each says why its arrow is forbidden.
// A layer may import itself and what stands in its list; `rules/` is the folder at the top.

/** @type {Record<string, { may: string[], types?: string[], why: string }>} */
const layers = {
  parse: { may: [], why: 'Parsing turns text into trees; it knows neither names across files nor libraries.' },
  resolve: { may: ['parse'], why: 'Resolution answers "what is this?" from trees alone.' },
  interpret: {
    may: ['parse', 'resolve'],
    types: ['knowledge'],
    why: 'The interpreter is handed the tables of knowledge; importing more than their types would make it know libraries.',
  },
  knowledge: {
    may: ['parse', 'resolve', 'interpret'],
    why: 'Knowledge is data about libraries in the vocabulary of the interpreter; it reads no project and no schema.',
  },
  schema: {
    may: ['parse', 'resolve'],
    why: 'The catalog folds migrations and models, and follows names in them; it must answer without any handler in sight.',
  },
  project: {
    may: ['parse', 'resolve', 'interpret', 'knowledge', 'schema'],
    why: 'The project joins the engine; rules, reporters and hosts come after it.',
  },
  rule: {
    may: ['parse', 'resolve', 'interpret', 'schema', 'project', 'report'],
    why: 'What a rule is given: traces, the catalog and a way to report; never tables of libraries.',
  },
  report: { may: ['parse'], why: 'Reporters read findings, never the model.' },
};

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const layerRules = Object.entries(layers).flatMap(([layer, { may, types = [], why }]) => [
  {
    name: `${layer}-stays-in-its-layer`,
    comment: why,
    severity: 'error',
    from: { path: `^src/${layer}/` },
    to: {
      path: '^(src|rules|runtime)/',
      // The finding is the one word that every layer shares.
      pathNot: `^src/(${[layer, ...may, ...types].join('|')})/|^src/report/finding[.]ts$`,
    },
  },
  {
    name: `${layer}-takes-types-only`,
    comment: why,
    severity: 'error',
    from: { path: `^src/${layer}/` },
    to: { path: `^src/(${types.join('|') || 'nothing'})/`, dependencyTypesNot: ['type-only'] },
  },
]);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: 'rules-ask-the-rule-layer',
      comment: 'A rule asks questions of traces and the catalog; what it needs to name their parts are types.',
      severity: 'error',
      from: { path: '^rules/' },
      to: { path: '^(src|runtime)/', pathNot: '^src/rule/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-name-no-library',
      comment: 'Even a type of the knowledge tables would tie a rule to libraries.',
      severity: 'error',
      from: { path: '^rules/' },
      to: { path: '^src/(knowledge|eslint|cli)/' },
    },
    {
      name: 'hosts-are-on-top',
      comment: 'ESLint and the command line call the engine; nothing below may know who calls.',
      severity: 'error',
      from: { path: '^(src|rules)/', pathNot: '^src/(eslint|cli)/|^src/(index|analyze)[.]ts$' },
      to: { path: '^src/(eslint|cli)/|^src/(index|analyze)[.]ts$' },
    },
    {
      name: 'one-reader-of-the-disk',
      comment: 'Freshness and caching hold because the project alone reads files.',
      severity: 'error',
      from: { path: '^(src|rules)/', pathNot: '^src/project/' },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'runtime-imports-nothing-of-the-linter',
      comment: 'The runtime is deployed with the handlers; it must not bring the linter, ESLint or TypeScript along.',
      severity: 'error',
      from: { path: '^runtime/src/' },
      to: { pathNot: '^runtime/src/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'no-typescript-at-run-time',
      comment: 'A repository on a TypeScript that typescript-eslint refuses must still be able to run this tool.',
      severity: 'error',
      from: { path: '^(src|rules)/' },
      to: {
        path: 'node_modules/(typescript|@typescript-eslint/(utils|parser|typescript-estree|rule-tester))/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-cycle',
      comment: 'Two modules that need each other at run time are one module or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that cannot be resolved fails at run time.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-dev-dependency-in-the-package',
      comment: 'What is only installed here is missing where the package is installed.',
      severity: 'error',
      from: { path: '^(src|rules)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
