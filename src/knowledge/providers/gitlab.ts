// Facts in github.com/hookdeck/webhook-skills, read against the page below. It disables a failing webhook; whether it retries by itself was not read.
import { defineLibrary } from '../types.ts';

export const gitlab = defineLibrary({
  name: 'gitlab',
  packages: [],
  source: 'https://docs.gitlab.com/user/project/integrations/webhooks/',
  provider: {
    title: 'GitLab',
    eventKey: [],
    eventKeyHeaders: ['idempotency-key', 'x-gitlab-event-uuid'],
    eventType: ['object_kind'],
    eventTypeHeaders: ['x-gitlab-event'],
    eventTime: [],
    headers: ['x-gitlab-event', 'x-gitlab-token', 'x-gitlab-event-uuid', 'x-gitlab-webhook-uuid'],
    signatureHeaders: ['x-gitlab-token'],
    object: 'object_attributes',
    timeout: 10,
    window: null,
    retriesByItself: false,
    signs: 'nothing',
    order: 'unknown',
  },
});
