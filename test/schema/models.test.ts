import { describe, expect, test } from 'vitest';
import { columnOf, tableOf } from '../../src/schema/build-catalog.ts';
import { schemaOf, tablesOf } from './read-schema.ts';

describe('TypeORM entities', () => {
  const schema = schemaOf({
    'src/base.ts': `
      import { CreateDateColumn, PrimaryGeneratedColumn } from 'typeorm';
      export abstract class Base { @PrimaryGeneratedColumn('uuid') id: string; @CreateDateColumn() createdAt: Date; }`,
    'src/webhook-event.entity.ts': `
      import { Column, Entity, Index, JoinColumn, ManyToOne, OneToOne, Unique } from 'typeorm';
      import { Base } from './base';
      @Entity({ name: 'webhook_events', schema: 'hooks' })
      @Unique('once', ['provider', 'eventId'])
      @Index(['kind'], { unique: true, where: "kind = 'x'" })
      export class WebhookEvent extends Base {
        @Column({ name: 'event_id' }) eventId: string;
        @Column('text', { default: 'stripe' }) provider: string;
        @Column({ nullable: true, unique: true }) kind?: string;
        @ManyToOne(() => Order) order: Order;
        @OneToOne(() => Order) @JoinColumn({ name: 'receipt_id' }) receipt: Order;
      }
      @Entity() export class Order { @PrimaryColumn() number: string; }`,
  });

  test('are tables with columns and keys', () => {
    expect(tablesOf(schema)['hooks.webhook_events']).toEqual([
      'id= uuid uuid',
      'createdAt= timestamp clock',
      'event_id varchar',
      'provider= text',
      'kind? varchar',
      'orderId? ',
      'receipt_id? ',
      expect.stringMatching(/^primary PK_[\da-f]{27}\(id\)$/),
      expect.stringMatching(/^unique IDX_[\da-f]{26}\(kind\) where kind = 'x'$/),
      expect.stringMatching(/^unique REL_[\da-f]{26}\(receipt_id\)$/),
      expect.stringMatching(/^unique UQ_[\da-f]{27}\(kind\)$/),
      'unique once(provider, event_id)',
    ]);
  });

  test('are found under the name of their class, and columns under their properties', () => {
    const named = { names: 'entity', table: 'WebhookEvent', schema: null } as const;
    expect(tableOf(schema, named)?.name).toBe('webhook_events');
    expect(columnOf(schema, named, 'eventId')).toBe('event_id');
    expect(columnOf(schema, named, 'order')).toBe('orderId');
  });

  test('as objects, under a naming strategy', () => {
    const objects = schemaOf({
      'data-source.ts': 'new DataSource({ namingStrategy: new SnakeNamingStrategy() })',
      'event.ts': `
        import { EntitySchema } from 'typeorm';
        export const EventEntity = new EntitySchema({
          name: 'SeenEvent',
          columns: { id: { type: Number, primary: true, generated: true }, eventId: { type: String, unique: true } },
          uniques: [{ name: 'both', columns: ['id', 'eventId'] }],
        });`,
    });
    expect(tablesOf(objects)).toEqual({
      seen_event: [
        'id= integer serial',
        'event_id varchar',
        expect.stringMatching(/^primary PK_/),
        expect.stringMatching(/^unique UQ_/),
        'unique both(id, event_id)',
      ],
    });
  });

  test('whose names a strategy of the project makes are not known', () => {
    const own = schemaOf({
      'a.ts': 'new DataSource({ namingStrategy: new OurNames() })',
      'b.ts':
        "import { Entity, PrimaryColumn } from 'typeorm'; @Entity() export class A { @PrimaryColumn() id: string }",
    });
    expect(Object.keys(tablesOf(own))).toEqual(['a in part']);
  });
});

test('Sequelize models, defined, initialised and decorated', () => {
  const schema = schemaOf({
    'models/event.js': `
      module.exports = (sequelize, DataTypes) => {
        const Event = sequelize.define('WebhookEvent', {
          eventId: { type: DataTypes.STRING, allowNull: false, unique: true },
          provider: DataTypes.STRING,
        }, { underscored: true, indexes: [{ unique: true, fields: ['provider', 'eventId'], where: { provider: 'x' } }] });
        return Event;
      };`,
    'models/order.ts': `
      import { Model, DataTypes } from 'sequelize';
      export class Order extends Model {}
      Order.init({ ref: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 } }, { sequelize, tableName: 'orders', timestamps: false });`,
    'models/receipt.ts': `
      import { Table, Column, Model, Unique, PrimaryKey } from 'sequelize-typescript';
      @Table({ timestamps: false })
      export class Receipt extends Model { @PrimaryKey @Column number: string; @Unique('pair') @Column({ field: 'a' }) first: string; @Unique('pair') @Column second: string; }`,
  });
  expect(tablesOf(schema)).toEqual({
    webhook_events: [
      'id= integer serial',
      'event_id varchar',
      'provider? varchar',
      'created_at= timestamptz clock',
      'updated_at= timestamptz clock',
      'primary webhook_events_pkey(id)',
      'unique webhook_events_event_id_key(event_id)',
      `unique webhook_events_provider_event_id(provider, event_id) where "provider" = 'x'`,
    ],
    orders: ['ref= uuid uuid', 'primary orders_pkey(ref)'],
    Receipts: [
      'number varchar',
      'a? varchar',
      'second? varchar',
      'primary Receipts_pkey(number)',
      'unique pair(a, second)',
    ],
  });
  const named = { names: 'entity', table: 'WebhookEvent', schema: null } as const;
  expect(columnOf(schema, named, 'eventId')).toBe('event_id');
});

test('MikroORM entities, decorated and defined', () => {
  const schema = schemaOf({
    'src/event.ts': `
      import { Entity, PrimaryKey, Property, Unique, ManyToOne } from '@mikro-orm/core';
      @Entity()
      @Unique({ properties: ['provider', 'eventId'], name: 'once' })
      export class WebhookEvent {
        @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' }) id!: string;
        @Property() eventId!: string;
        @Property({ unique: true, nullable: true }) provider?: string;
        @ManyToOne(() => Order) order!: Order;
        @Property({ onCreate: () => new Date() }) at!: Date;
      }`,
    'src/seen.ts': `
      import { defineEntity, p } from '@mikro-orm/core';
      export const Seen = defineEntity({ name: 'Seen', tableName: 'seen_events', properties: { id: p.integer().primary(), eventId: p.string().unique() } });`,
  });
  expect(tablesOf(schema)).toEqual({
    webhook_event: [
      'id= uuid uuid',
      'event_id varchar',
      'provider? varchar',
      'order_id ',
      'at= timestamptz clock',
      'primary webhook_event_pkey(id)',
      'unique once(provider, event_id)',
      'unique webhook_event_provider_unique(provider)',
    ],
    seen_events: [
      'id= integer serial',
      'event_id string',
      'primary seen_events_pkey(id)',
      'unique seen_events_event_id_unique(event_id)',
    ],
  });
});

describe('Mongoose', () => {
  test('schemas, their indexes and models', () => {
    const schema = schemaOf({
      'models/event.ts': `
        import mongoose, { Schema } from 'mongoose';
        const eventSchema = new Schema({
          eventId: { type: String, required: true, unique: true },
          provider: String,
          payload: { id: { type: String, index: { unique: true, sparse: true } } },
        }, { timestamps: true });
        eventSchema.index({ provider: 1, eventId: 1 }, { unique: true, partialFilterExpression: { provider: 'x', eventId: { $exists: true } } });
        eventSchema.index({ provider: 1 });
        export const WebhookEvent = mongoose.models.WebhookEvent || mongoose.model('WebhookEvent', eventSchema);`,
    });
    expect(tablesOf(schema)).toEqual({
      webhookevents: [
        '_id= objectid uuid',
        'eventId string',
        'provider? string',
        'payload.id? string',
        'createdAt= date clock',
        'updatedAt= date clock',
        'primary _id_(_id) nulls not distinct',
        'unique eventId_1(eventId) nulls not distinct',
        'unique payload.id_1(payload.id) nulls not distinct where payload.id exists',
        'unique provider_1_eventId_1(provider, eventId) nulls not distinct where provider = x and eventId is not null',
      ],
    });
    expect(tableOf(schema, { names: 'entity', table: 'WebhookEvent', schema: null })?.name).toBe('webhookevents');
  });

  test('classes of Nest', () => {
    const schema = schemaOf({
      'event.schema.ts': `
        import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
        @Schema({ collection: 'seen' })
        export class Event { @Prop({ required: true, unique: true }) eventId: string; @Prop() kind: string; }
        export const EventSchema = SchemaFactory.createForClass(Event);
        EventSchema.index({ kind: 1 }, { unique: true });`,
    });
    expect(tablesOf(schema)).toEqual({
      seen: [
        '_id= objectid uuid',
        'eventId string',
        'kind? string',
        'primary _id_(_id) nulls not distinct',
        'unique eventId_1(eventId) nulls not distinct',
        'unique kind_1(kind) nulls not distinct',
      ],
    });
  });
});

test('indexes that a MongoDB driver makes', () => {
  const schema = schemaOf({
    'db.ts': `
      export async function init(db) {
        await db.collection('events').createIndex({ eventId: 1 }, { unique: true });
        await db.collection('events').createIndexes([{ key: { a: 1, b: -1 }, unique: true, name: 'ab' }, { key: { c: 1 } }]);
      }`,
  });
  expect(tablesOf(schema)).toEqual({
    'events in part': [
      '_id= objectid uuid',
      'primary _id_(_id) nulls not distinct',
      'unique ab(a, b) nulls not distinct',
      'unique eventId_1(eventId) nulls not distinct',
    ],
  });
});
