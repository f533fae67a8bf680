-- Answers about prices are kept in memory, too: whatever they show tells of its change.
create trigger "plans_catalog" after insert or update or delete on "plans"
  for each row execute function "usher_forget_free_plans"();
create trigger "plan_prices_catalog" after insert or update or delete on "plan_prices"
  for each row execute function "usher_forget_free_plans"();
create trigger "features_catalog" after update or delete on "features"
  for each row execute function "usher_forget_free_plans"();
alter function "usher_forget_free_plans"() rename to "usher_forget_catalog";
