import type { Node } from 'oxc-parser';
import type { PlaceholderStyle } from '../parse/sql-statement.ts';
import type { BlastRadius } from '../report/finding.ts';
import type { DatabaseOperation } from '../interpret/operation.ts';
import type { ChainStep, ExternalValue, Origins, ResultShape, ResultValue, Value } from '../interpret/value.ts';

/**
 * What is known of one library. Data first: a field is a function only where data cannot say it.
 *
 * **Paths.** A value that comes from a package is followed from its export: `default.new`, `Pool.new.query()`. A name is
 * a property, `()` after it a call, `.new` a construction, `*` any one name. `types` gives such values a short name
 * (`Pool: ['Pool.new', 'default.Pool.new']`), and all other tables start from it (`Pool.query`). A parameter or field
 * annotated with a type of the package (`client: PoolClient`) is a value of that type, so every type a user may
 * write gets an entry or an alias. The more specific of two matching entries wins.
 */
export interface Library {
  /** As npm spells it, or the vendor's name for a provider. */
  readonly name: string;
  /** npm packages whose exports this file describes; `npm:`-prefixes and versions are dropped before matching. */
  readonly packages: readonly string[];
  /** Where the facts were checked. */
  readonly source: string;
  /** Canonical type name to the paths (from an export, or from another type) that yield a value of it. */
  readonly types?: Readonly<Record<string, readonly string[]>>;
  /** Other names a type annotation may use for a canonical type: `{ PoolClient: 'Client' }`. */
  readonly typeAliases?: Readonly<Record<string, string>>;
  /** Types whose values are a connection or transaction of their own (one more identity each time one is made). */
  readonly connections?: readonly string[];
  /** What reading a property means: `Request.body`. */
  readonly members?: Readonly<Record<string, Meaning>>;
  /** What calling means: `Pool.query`, `Stripe.transfers.create`, `default` (the export itself is called). */
  readonly calls?: Readonly<Record<string, Meaning | MeaningOf>>;
  /** What the methods of a loaded row do, by name: `save`, `update`, `destroy`. */
  readonly rowMethods?: Readonly<Record<string, RowMeaningOf>>;
  /** What giving a property a value says of the answer: `Response.statusCode`, `Context.status`. */
  readonly assignments?: Readonly<Record<string, AssignmentMeaning>>;
  /** The property that says the status in an object which a handler returns: `statusCode`. */
  readonly returnedStatus?: string;
  /** Values that collect steps and do their work when they are awaited or when a terminal method is called. */
  readonly builders?: readonly Builder[];
  /** Paths of code that the library generates into a project: what they export is what its first package exports. */
  readonly generates?: RegExp;
  /** How a unique violation is recognised in what this library throws or returns. */
  readonly conflictErrors?: ErrorMarks;
  /** How the error of a read or write that found no row is recognised. */
  readonly missingRowErrors?: ErrorMarks;
  /** How handlers are registered, for frameworks and queues. */
  readonly registrations?: readonly Registration[];
  /** How routes come to stand below other paths than those that they are registered with. */
  readonly mounts?: readonly Mount[];
  /** How code gives things names by which other code asks for them: containers, decorations, listeners. */
  readonly bindings?: readonly Binding[];
  /** Decorators of a parameter or field whose argument is the token of what a container puts there. */
  readonly injects?: readonly string[];
  /** Types on which a project hangs things of its own: a property that no table has is one that was bound so. */
  readonly bags?: Readonly<Record<string, Exclude<BindingKind, 'listener'>>>;
  /** What may run before a handler, out of its sight. */
  readonly ahead?: RunsAhead;
  /** What is known of who sends the events. */
  readonly provider?: Provider;
}

/** What a framework lets run before a handler. */
export interface RunsAhead {
  /** Methods of an app or router that put functions before its routes: `use`, `addHook`. */
  readonly methods?: readonly string[];
  /** Decorators that put something before a method, on it or on its class. */
  readonly decorators?: readonly string[];
  /** Text by which some file of the project says that something runs before all handlers. */
  readonly text?: RegExp;
  /** It verifies events itself, or what stands before it knows who calls. */
  readonly trusted?: boolean;
  /** It parses a JSON body by itself, unless some file says so. */
  readonly parses?: {
    readonly unless: RegExp;
    /** Handlers of these files only, each of which says so for itself. */
    readonly in?: RegExp;
  };
}

/** Answers a meaning; `false`: known, and of no interest; `undefined`: not for me. */
export type MeaningOf = (call: Call) => Meaning | false | undefined;

/** A call as a knowledge file sees it. */
export interface Call {
  readonly node: Node;
  readonly args: readonly Value[];
  /** All steps from the root of the receiver, the call itself last. */
  readonly chain: readonly ChainStep[];
  readonly receiver: ExternalValue;
  readonly read: ValueReader;
}

/** A method that is called on a row which a call of the same library loaded. */
export type RowMeaningOf = (call: RowCall) => Meaning | RowAssignment | false | undefined;

/** `receiver` is that of the call which loaded the row, `chain` ends with the method. */
export interface RowCall extends Call {
  readonly row: LoadedRow;
}

export interface LoadedRow {
  /** The row: `read.get(value, 'id')` is its id. */
  readonly value: ResultValue;
  readonly table: string | null;
  readonly schema: string | null;
  readonly names: DatabaseOperation['names'];
  /** What was assigned since it was loaded or stored. */
  readonly fields: readonly (readonly [string, Value])[];
  /** False where a name that is not known was assigned, or nothing was: it may have been changed out of sight. */
  readonly fieldsKnown: boolean;
  /** The `transaction` of the operation that loaded it. */
  readonly transaction: Value | null;
}

/** Gives fields of the row new values without storing them: `order.set('status', 'paid')`. */
export interface RowAssignment {
  readonly is: 'assignment';
  readonly fields: readonly (readonly [string, Value])[];
}

/** `status`: the status of the answer to come. `body`: the answer has a body, so its status is 200 unless said. */
export type AssignmentMeaning = 'status' | 'body';

/** Asks values without knowing how they are made. All answers are for the state in which the call is made. */
export interface ValueReader {
  /** The string it is, where it is one constant string. */
  string(value: Value | undefined): string | undefined;
  number(value: Value | undefined): number | undefined;
  /** True/false where it is that constant (after constant folding); undefined otherwise. */
  boolean(value: Value | undefined): boolean | undefined;
  /** The text with unknown parts as `\u0000`, where it is a string at all: `https://api.x.com/v1/\u0000/refunds`. */
  text(value: Value | undefined): string | undefined;
  /** What a text was written from: the object of `JSON.stringify(object)`; the value itself where it is no such text. */
  written(value: Value | undefined): Value | undefined;
  /** A property of an object, following `path`; undefined where the object is known and has no such property. */
  get(value: Value | undefined, ...path: string[]): Value | undefined;
  /** Own properties of an object or the properties of `{ ...spread }` as far as known. */
  entries(value: Value | undefined): readonly (readonly [string, Value])[];
  /** False where the object has spreads or computed keys that are not known, or is no object literal at all. */
  isWhole(value: Value | undefined): boolean;
  items(value: Value | undefined): readonly Value[] | undefined;
  isFunction(value: Value | undefined): boolean;
  isNullish(value: Value | undefined): boolean | undefined;
  origins(value: Value | undefined): Origins;
  /** The library value it is: `{ package, root, chain }`. */
  external(value: Value | undefined): ExternalValue | undefined;
  /** What a function that builds an object returns when called once with `args` (`(oc) => oc.columns([...])`). */
  apply(value: Value | undefined, args: readonly Value[]): Value | undefined;
  /** A value of a library type, to hand to `apply`: `external('kysely', 'OnConflictBuilder')`. */
  make(packageName: string, root: string): Value;
  /** The name that the code gives it, for messages. */
  name(value: Value | undefined): string | null;
}

/** What a call or property means. */
export type Meaning =
  /** One or more database operations, and how the outcome is read from the answer. */
  | ({
      readonly is: 'operation';
      readonly operations: readonly DatabaseOperation[];
      readonly result: ResultShape;
    } & HowAnswered)
  /** SQL text; the analysis parses it. */
  | ({
      readonly is: 'sql';
      /** Value of the text; the parts of a tagged template come as a text with holes. */
      readonly text: Value | undefined;
      /** Bound values: an array value, or the values themselves; an object for named placeholders. */
      readonly values: Value | readonly Value[] | undefined;
      readonly placeholders: PlaceholderStyle;
      /** By what the statement gives back: reads and RETURNING, and writes without it. */
      readonly rows: ResultShape;
      readonly writes: ResultShape;
    } & HowAnswered)
  /** A function of the database, called by its name. */
  | ({
      readonly is: 'routine';
      readonly name: string | undefined;
      readonly schema: string | null;
      /** In their order, or an object of them by name. */
      readonly args: readonly Value[] | Value | undefined;
      /** How the client gives back what it answers: rows, or one value or row. */
      readonly rows: ResultShape;
      readonly value: ResultShape;
      /** The value stands by itself, in no column. */
      readonly isBare: boolean;
    } & HowAnswered)
  | ({ readonly is: 'effect'; readonly effect: Effect } & Pick<HowAnswered, 'handedTo'>)
  | { readonly is: 'verification'; readonly verification: Verification }
  /** Runs a callback in a transaction and rolls back when it throws; or runs lazy operations in one. */
  | {
      readonly is: 'transaction';
      readonly callback?: Value | undefined;
      /** Canonical type of what the callback is given (`Transaction`), of this library. */
      readonly client?: string;
      /** What the callback is given, where it is no type of this library. */
      readonly given?: Value;
      /** All that the callback is given, where that is no client. */
      readonly args?: readonly Value[];
      readonly batch?: Value | undefined;
      /** Operations and statements that it runs one after the other. */
      readonly runs?: readonly Meaning[];
      /** It answers at once: a client without promises. */
      readonly sync?: boolean;
      readonly isolation?: string | undefined;
      /** On the receiver's own connection; where that is in a transaction already, a savepoint inside it. */
      readonly nested?: boolean;
      /** It also waits for the items of an array that the callback answers, before it commits. */
      readonly gathers?: boolean;
      /** Made first, in the same transaction: the callback is called where it was won. */
      readonly claim?: { readonly key: Value | undefined };
      /** A client that may be in a transaction already, where that is not the receiver: an argument. */
      readonly on?: Value | undefined;
    }
  /** `beginTransaction()` and the like: it opens one on the receiver, or gives back the client of a new one. */
  | ({
      readonly is: 'begin' | 'commit' | 'rollback';
      readonly client?: string;
      readonly isolation?: string | undefined;
    } & Pick<HowAnswered, 'handedTo'>)
  /** Sends the HTTP answer. A status that is `undefined` is the one set before, 200 where none was. */
  | { readonly is: 'acknowledgement'; readonly status: number | null | undefined; readonly body?: Value | undefined }
  /** Makes an HTTP answer that does nothing until it is returned. */
  | { readonly is: 'response'; readonly status: number | null | undefined; readonly body?: Value | undefined }
  /** Sets the status of the answer to come, and gives back the receiver. */
  | { readonly is: 'status'; readonly status: number | null }
  /** Makes an exception that the framework answers with a status; `throws`: the call throws it. */
  | { readonly is: 'http-error'; readonly status: number | null; readonly throws?: boolean }
  /**
   * Calls functions: `now` while it runs (awaited with it), `later` when the handler has answered or never waits for it
   * (timers, `waitUntil`), `each` once for every item.
   */
  | {
      readonly is: 'invocation';
      readonly callbacks: readonly { readonly fn: Value | undefined; readonly args: readonly Value[] }[];
      readonly when: 'now' | 'later' | 'each';
      /** What it gives back: the callback's answer, or a value. */
      readonly returns: 'answer' | 'answers' | Value;
      /** A promise that is handed over (`waitUntil(promise)`) rather than a function. */
      readonly promise?: Value | undefined;
    }
  | { readonly is: 'value'; readonly value: Value }
  /** Two times or numbers compared, as `left operator right`, operators as in SQL. */
  | {
      readonly is: 'comparison';
      readonly operator: string;
      readonly left: Value | undefined;
      readonly right: Value | undefined;
    }
  /** A plain object with these properties, among others. */
  | { readonly is: 'object'; readonly properties: Readonly<Record<string, Value>> }
  /** A part of the delivery: headers, one header, the parsed body, the raw body. */
  | {
      readonly is: 'delivery';
      readonly part: 'body' | 'raw' | 'headers' | 'header' | 'message' | 'query';
      readonly name?: string | undefined;
    }
  /** A value of another type of this library, with data kept on it. */
  | { readonly is: 'instance'; readonly type: string; readonly data?: Readonly<Record<string, Value>> }
  /** Fetches from the provider: the answer is fresh. */
  | { readonly is: 'refetch' }
  /** A collection in the memory of this process; `result`: what a read gives, whether it is there or what is kept. */
  | {
      readonly is: 'memory';
      readonly action: 'read' | 'write' | 'delete';
      readonly key: Value | undefined;
      readonly result?: 'boolean' | 'value';
    }
  /** Puts a lock that ends with the work (Redis lock, advisory lock) or a claim with a time to live. */
  | {
      readonly is: 'lock';
      readonly key: Value | undefined;
      readonly result: ResultShape;
      /** A function that it runs while the lock is held. */
      readonly around?: Value | undefined;
    }
  | {
      /** An atomic put that only one delivery wins, outside of SQL: `SET NX`, a conditional put, `create()` in Firestore. */
      readonly is: 'claim';
      readonly key: Value | undefined;
      /** Seconds it is kept; null for ever; undefined not known. */
      readonly timeToLive: number | null | undefined;
      readonly result: ResultShape;
      /** It throws when lost. */
      readonly throwsWhenLost: boolean;
      /** A function that it calls where it was won. */
      readonly around?: Value | undefined;
    }
  /** What the project bound to a key: a container's service, something hung on a request. */
  | { readonly is: 'bound'; readonly kind: Exclude<BindingKind, 'listener'>; readonly key: Value | undefined }
  /** Makes the one instance of a class, or what a factory gives; `given`: the one thing that it is handed. */
  | { readonly is: 'provision'; readonly maker: Value | undefined; readonly given?: Value }
  /** Calls what listens for an event of this name; `awaited`: it answers when they have all ended. */
  | {
      readonly is: 'dispatch';
      readonly event: Value | undefined;
      readonly args: readonly Value[];
      readonly awaited: boolean;
    }
  /** Known, and of no interest: reads, logging, metrics, cache. */
  | { readonly is: 'nothing'; readonly returns?: Value };

/** How a call that works on a database answers, where it is not by a promise. */
export interface HowAnswered {
  /** It gives the result itself, and throws from the call. */
  readonly sync?: boolean;
  /** A function that is handed the error, or null and the result. */
  readonly handedTo?: Value | undefined;
}

/** Something a rollback cannot undo. */
export interface Effect {
  readonly radius: BlastRadius;
  readonly category: 'money' | 'shipment' | 'message' | 'enqueue' | 'other';
  /** What it does to the world, as a verb phrase for messages: `pays out`, `refunds`, `sends a mail`. */
  readonly does: string;
  /** Repeating it changes nothing: cancels, deletes, updates to absolute values, reads. */
  readonly idempotent?: boolean;
  /** Whether and where the receiver takes an idempotency key. */
  readonly key:
    | { readonly accepted: false }
    | {
        readonly accepted: true;
        /** The key in this call, where there is one. */
        readonly value: Value | undefined;
        /** How a user writes it: `{ idempotencyKey }` as second argument. For docs and fixes. */
        readonly place: string;
        /** The argument object could not be read in full: whether a key is there is unknown. */
        readonly unknown?: boolean | undefined;
        /** A key is written, and is undefined or null here. */
        readonly isUnset?: boolean | undefined;
        /** Which calls must not share a key: all of the package or host unless said, all on one receiver, or none. */
        readonly space?: 'receiver' | 'none' | undefined;
      };
  /** Seconds for which the receiver remembers the key once the work is done, where the call says so; 0 for not at all. */
  readonly keptFor?: number | undefined;
  /** The call says which host it goes to; for messages. */
  readonly host?: string | undefined;
  readonly result?: ResultShape;
  /** It is written in the caller's own transaction, and undone with it. */
  readonly joinsTransaction?: boolean | undefined;
  /** The user says so: the names of the functions around the call say nothing better. */
  readonly declared?: boolean;
}

export interface Verification {
  /** Provider of the event, by name of its knowledge; null where the call does not say. */
  readonly provider: string | null;
  /** The parsed event, a boolean, or nothing; it throws when the signature is wrong unless it gives a boolean. */
  readonly returns: 'event' | 'boolean' | 'nothing';
  /** The boolean is this property of what it gives: `{ valid }`. */
  readonly property?: string | undefined;
  /** The bytes or text it was computed over. */
  readonly payload?: Value | undefined;
  readonly secret?: Value | undefined;
  /** The call in which the expected signature is computed. */
  readonly computed?: Node | undefined;
}

export interface Builder {
  /** Paths at which a builder begins: `Db.insert`, `Knex()`. */
  readonly starts: readonly string[];
  /** Runs when awaited or given to a promise combinator; false where only a terminal method runs it. */
  readonly thenable: boolean;
  /** Methods that run it: `execute`, `executeTakeFirst`. */
  readonly terminals: readonly string[];
  /** Reads the collected steps, from the start to the last one. */
  readonly read: (call: Call) => Meaning | false | undefined;
}

/** How an error is told from others. */
export interface ErrorMarks {
  /** Values of `code`, `errno`, `name`, `number` … that mean it. */
  readonly codes: readonly (string | number)[];
  /** Names of error classes that mean nothing else. */
  readonly classes?: readonly string[];
}

/** A provider of webhooks. */
export interface Provider {
  /** Shown to users: `Stripe`. */
  readonly title: string;
  /** Property paths, in the parsed body, of the event's identity: `id`, `data.id`. Empty where it has none. */
  readonly eventKey: readonly string[];
  /** Headers that carry the event's identity, lower-cased. */
  readonly eventKeyHeaders: readonly string[];
  /** Headers whose value changes on a retry though it looks like an identity. */
  readonly attemptHeaders?: readonly string[];
  readonly eventType: readonly string[];
  readonly eventTypeHeaders?: readonly string[];
  readonly eventTime: readonly string[];
  /** Headers that only this provider sends, lower-cased; one of them read in a function makes it a handler. */
  readonly headers: readonly string[];
  readonly signatureHeaders: readonly string[];
  /** Event types that are unmistakably this provider's (`checkout.session.completed`), as literals or one regular expression. */
  readonly eventTypes?: RegExp;
  /** Where the object that the event is about stands in the body: `data.object`. */
  readonly object?: string;
  /** What to use where the provider has no event id: `the resource id together with its status`. */
  readonly naturalKey?: string;
  /** Seconds the provider waits for the answer; null where not published. */
  readonly timeout: number | null;
  /** Seconds for which it retries or lets a person resend; null where not published. */
  readonly window: number | null;
  readonly retriesByItself: boolean;
  /** What the signature is over: the bytes of the body unless said; fields of it, or nothing (a shared secret). */
  readonly signs?: 'raw' | 'fields' | 'nothing';
  /** `none`: events come out of order. */
  readonly order: 'none' | 'unknown';
}

/** `provided`: asked for by a token. `property`: hung on what a framework hands around. `listener`: called for an event. */
export type BindingKind = 'provided' | 'property' | 'listener';

/** What a bound expression gives: itself, an instance of the class, what the function returns, or what another key has. */
export type BoundAs = 'value' | 'class' | 'factory' | 'key';

/**
 * Names of listeners that stand for many. `segments`: `order.*`, and `**` for any number of them, where some file says
 * `where`. `star`: `*` is all names, and the listener is given the name before the rest.
 */
export interface WildNames {
  readonly by: 'segments' | 'star';
  readonly where?: RegExp;
}

/** How code binds something to a name. */
export type Binding = { readonly kind: BindingKind; readonly wild?: WildNames } & (
  | {
      /** `app.decorate('db', db)`, `container.bind(TOKEN).to(Service)`. */
      readonly by: 'call';
      readonly method: string;
      readonly key: number;
      /** The key is an argument of this call, on whose answer `method` is called. */
      readonly on?: string;
      readonly value: number;
      readonly as: BoundAs;
      /** Methods that give back what they are called on: `asClass(Service).singleton()`. */
      readonly refined?: readonly string[];
    }
  | {
      /** An object literal, wherever it stands or as an argument of `method`: `{ provide: TOKEN, useClass: Service }`. */
      readonly by: 'object';
      readonly method?: string;
      /** The property that holds the key, or the argument of `method` that does. */
      readonly key: string | number;
      readonly values: Readonly<Record<string, BoundAs>>;
    }
  /** Every property of an object literal: `container.register({ db: asValue(db) })`. */
  | { readonly by: 'properties'; readonly method: string; readonly refined?: readonly string[] }
  /** `app.locals.db = db`, `req.db = db`: the names of what is assigned to. */
  | { readonly by: 'assignment'; readonly holders: readonly string[] }
  /** A decorated method: `@OnEvent('order.paid')`; or this method of a decorated class: `@EventsHandler(OrderPaid)`. */
  | { readonly by: 'decorator'; readonly decorator: string; readonly method?: string }
);

/** How a framework is told which function handles deliveries. */
export type Registration = {
  readonly kind: HandlerKind;
  /**
   * The library has verified what it hands over: the provider by name of its knowledge, null where it does not say. No
   * more evidence is asked for.
   */
  readonly verified?: string | null;
} & (
  | {
      /** A call: `App.post('/path', …handlers)`. */
      readonly by: 'call';
      /** Path of what is called: `App.post`, `Worker.new`; `createRoute()` is what `createRoute('/path')` gave. */
      readonly call: string;
      /** Index of the argument that holds the route's path; absent for queues. */
      readonly path?: number;
      /** The path stands in a property of an options object: `{ method, url, handler }`; dots lead into objects. */
      readonly options?: {
        readonly argument: number;
        readonly path: string;
        readonly method: string;
        readonly handler: string;
      };
      /**
       * An object with a handler under each of its names, which is the route or the event: `{ '/paid': fn }`. `within` is
       * the property of the argument that holds it, `handlers` the names under which an entry that is an object holds them.
       */
      readonly entries?: {
        readonly argument: number;
        readonly within?: string;
        readonly handlers?: readonly string[];
      };
      /** Which arguments are handlers, run in order: from an index to the end, or one. */
      readonly handlers: { readonly from: number } | { readonly argument: number };
      readonly parameters: readonly ParameterMeaning[];
      /** Only these methods can be a provider's POST. */
      readonly method?: string;
      /** Bare call on a value of unknown type is taken for this framework when its shape fits (`app.post('/x', fn)`). */
      readonly structural?: boolean;
    }
  /**
   * A call that takes messages off a queue: `new ReceiveMessageCommand()`. The function around it, or around the loop
   * over what it gives, is the worker.
   */
  | { readonly by: 'takes'; readonly call: string }
  /** An export of a file at a path: `export async function POST` of `app/…/route.ts`. */
  | {
      readonly by: 'export';
      /** Matches the file's path with forward slashes, from the project's root. */
      readonly file: RegExp;
      readonly exports: readonly string[];
      readonly parameters: readonly ParameterMeaning[];
      /** Properties of its first parameter, all of which it reads. */
      readonly reads?: readonly string[];
      /** What the module must say for its exports to be this: several frameworks share a folder's name. */
      readonly text?: RegExp;
    }
  /** Decorators on methods, and on their class where one is named. */
  | {
      readonly by: 'decorator';
      readonly classDecorator: string | null;
      readonly methodDecorators: readonly string[];
      /** Decorators on parameters. */
      readonly parameterDecorators: Readonly<Record<string, ParameterMeaning>>;
      /** What parameters without a decorator are, by position. */
      readonly positional?: readonly ParameterMeaning[];
    }
  /** Methods of a class that extends or implements a class of the library. */
  | {
      readonly by: 'class';
      readonly extends: readonly string[];
      readonly methods: readonly string[];
      readonly parameters: readonly ParameterMeaning[];
    }
  /** An object literal with these properties, in a module that imports the library or at a path. */
  | {
      readonly by: 'object';
      readonly path: string;
      readonly method: string;
      readonly handler: string;
      readonly file?: RegExp;
      readonly parameters: readonly ParameterMeaning[];
    }
  /** A value annotated with a type of the library: `handler: Handler<APIGatewayProxyEvent>`, or a parameter of that type. */
  | {
      readonly by: 'type';
      /** Names of types of a function: `APIGatewayProxyHandlerV2`. */
      readonly functionTypes: readonly string[];
      /** Names of types of a first parameter: `APIGatewayProxyEventV2`. */
      readonly parameterTypes: readonly string[];
      readonly parameters: readonly ParameterMeaning[];
    }
  /** A method of a default-exported object: `export default { fetch, queue }`, also where a call is given it. */
  | {
      readonly by: 'default-object';
      /** `any`: each method, of a file at the path. */
      readonly methods: readonly string[] | 'any';
      readonly file?: RegExp;
      readonly parameters: readonly ParameterMeaning[];
    }
);

/** How a framework puts the routes of one place below a path that is said in another. */
export type Mount =
  /**
   * What is given, a router or a function that registers routes on its first parameter, is put below the receiver:
   * `app.use('/path', router)`. The path is the first argument where that is text, or in an options object.
   */
  | {
      readonly by: 'call';
      readonly method: string;
      readonly options?: { readonly argument: number; readonly path: string };
      /** Packages whose wrapper of such a function makes the path void. */
      readonly unprefixed?: readonly string[];
    }
  /** A router of this library is made with a path: `new Router({ prefix: '/path' })`. */
  | { readonly by: 'made'; readonly option: string }
  /** What a method gives back has a path before it: `app.basePath('/path')`. */
  | { readonly by: 'own'; readonly names: readonly string[] }
  /** The library makes a middleware of a path and an app: `mount('/path', app)`. */
  | { readonly by: 'wrapper' }
  /** A router has a path before all its routes from then on: `router.prefix('/path')`. */
  | { readonly by: 'set'; readonly method: string }
  /** What stands inside another call has a path before it: `router.group(() => { … }).prefix('/path')`. */
  | { readonly by: 'enclosed'; readonly method: string; readonly around: string }
  /** All routes of the framework have a path before them: `app.setGlobalPrefix('path')`. */
  | { readonly by: 'all'; readonly method: string }
  /** Classes by the module whose decorator lists them: `RouterModule.register([{ path, module, children }])`. */
  | {
      readonly by: 'tree';
      readonly on: string;
      readonly method: string;
      readonly path: string;
      readonly module: string;
      readonly children: string;
      readonly decorator: string;
      readonly lists: string;
    };

/**
 * `http`: called by a provider, and a handler only with evidence (a verification, a provider's header or event type, a
 * path that names a webhook). `queue`: called for a queued message, and again when it throws. `batch`: for several.
 */
export type HandlerKind = 'http' | 'queue' | 'batch';

/** What a parameter of a handler is. */
export type ParameterMeaning =
  /** A value of this canonical type of the library. */
  | { readonly type: string }
  | {
      readonly delivery: 'body' | 'raw' | 'headers' | 'header' | 'message' | 'query';
      /** Header or property that a decorator names. */ readonly name?: string;
    }
  /** The function that runs the next handler in the chain. */
  | { readonly next: true }
  | { readonly ignored: true };

export function defineLibrary(library: Library): Library {
  return library;
}
