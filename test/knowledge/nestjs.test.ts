import { describe, expect, test } from 'vitest';
import { traceOne } from './trace-app.ts';

describe('@nestjs/common', () => {
  test('decorated parameters, exceptions with their status, and a silent logger', () => {
    const { framework, route, providers, steps, answers } = traceOne(`
      import { BadRequestException, Body, Controller, Headers, HttpException, Logger, Post } from '@nestjs/common';
      @Controller('payments')
      export class PaymentsController {
        private readonly log = new Logger('payments');
        @Post('in')
        receive(@Headers('x-razorpay-event-id') id: string, @Body() body: { event: string }) {
          if (!id) throw new BadRequestException();
          if (!body.event) throw new HttpException('no', 409);
          this.log.warn(body.event);
          return { ok: true };
        }
      }
    `);
    expect([framework, route]).toEqual(['@nestjs/common', '/payments/in']);
    expect(providers).toEqual(['razorpay']);
    expect(steps).toEqual([]);
    expect(answers).toEqual([200, 400, 409]);
  });
});
