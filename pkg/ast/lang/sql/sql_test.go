package sql

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "postgres.sql",
			In: `-- Copyright X

-- The shop's tables.

\ir types.sql
\i 'more tables.sql'
BEGIN;
CREATE SCHEMA shop;
-- Who buys.
CREATE TABLE IF NOT EXISTS public."users" (
    id bigserial PRIMARY KEY, -- its key
    "full name" text DEFAULT 'a, (b',
    price numeric(10, 2) CHECK (price > 0),
    CONSTRAINT u UNIQUE (id),
    FOREIGN KEY (id) REFERENCES x (y)
);
INSERT INTO users VALUES ('CREATE TABLE no (x)', 'C:\');
COMMENT ON TABLE public.users IS 'It''s them. All.';
create unlogged table shop.cart as select 1;
CREATE OR REPLACE VIEW busy AS SELECT * FROM users;
COMMENT ON VIEW busy IS 'Who is busy.';
CREATE MATERIALIZED VIEW totals (day, sum) AS SELECT 1;
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE FUNCTION add(a int, b int DEFAULT 1) RETURNS SETOF x.int
    AS $$ begin; create table inner_one (x int); end $$ LANGUAGE plpgsql;
CREATE FUNCTION rows(x text) RETURNS TABLE(a int, b text) LANGUAGE sql AS $body$ select 1; $body$;
CREATE PROCEDURE go_on() LANGUAGE SQL BEGIN ATOMIC INSERT INTO a VALUES (1); CREATE TABLE no (x int); END;
CREATE TRIGGER t BEFORE INSERT OR UPDATE ON shop.cart FOR EACH ROW EXECUTE FUNCTION add();
CREATE INDEX i ON users (id);
COMMIT;
`,
			Want: `{"state":"ok","doc":"The shop's tables.","symbols":[
				{"name":"users","kind":"type","signature":"table users(id, full name, price)","exported":true,"doc":"Who buys."},
				{"name":"shop.cart","kind":"type","signature":"table shop.cart","exported":true},
				{"name":"busy","kind":"type","signature":"view busy","exported":true,"doc":"Who is busy."},
				{"name":"totals","kind":"type","signature":"view totals(day, sum)","exported":true},
				{"name":"mood","kind":"type","signature":"type mood AS ENUM ('sad', 'ok')","exported":true},
				{"name":"add","kind":"function","signature":"function add(a int, b int DEFAULT 1) RETURNS SETOF x.int","exported":true},
				{"name":"rows","kind":"function","signature":"function rows(x text) RETURNS TABLE(a int, b text)","exported":true},
				{"name":"go_on","kind":"function","signature":"procedure go_on()","exported":true},
				{"name":"t","kind":"function","signature":"trigger t BEFORE INSERT OR UPDATE ON shop.cart"}],
				"imports":[{"raw":"types.sql","form":"include"},{"raw":"more tables.sql","form":"include"}]}`,
		},
		{
			File: "mysql.sql",
			In: "# A dump.\n\n-- Of the statement.\nDROP TABLE IF EXISTS `a`;\n/*!40101 SET x = 1 */;\nCREATE TABLE `a` (\n  `id` int NOT NULL,\n  `n` varchar(10) DEFAULT 'it\\'s',\n  PRIMARY KEY (`id`),\n  KEY `k` (`n`)\n) ENGINE=InnoDB;\n" +
				"DELIMITER $$\nCREATE DEFINER=`r`@`l` PROCEDURE `p`(IN x INT)\nBEGIN\n  CREATE TABLE no (x int);\n  IF x THEN SELECT CASE WHEN 1 THEN 2 END; END IF;\nEND$$\nCREATE TRIGGER tr AFTER INSERT ON `a` FOR EACH ROW BEGIN END$$\nDELIMITER ;\nCREATE TABLE b (c int);\n",
			Want: `{"state":"ok","doc":"A dump.","symbols":[
				{"name":"a","kind":"type","signature":"table a(id, n)","exported":true},
				{"name":"p","kind":"function","signature":"procedure p(IN x INT)","exported":true},
				{"name":"tr","kind":"function","signature":"trigger tr AFTER INSERT ON` + " `a`" + `"},
				{"name":"b","kind":"type","signature":"table b(c)","exported":true}]}`,
		},
		{
			File: "tsql.sql",
			In: `CREATE TABLE [dbo].[Orders] ([Id] INT IDENTITY(1,1), [Total] MONEY)
GO
CREATE OR ALTER PROC dbo.GetOrder @Id INT
AS
BEGIN
  BEGIN TRY
    SELECT 1;
    CREATE TABLE #no (x INT);
  END TRY
  BEGIN CATCH END CATCH
END
GO
CREATE VIEW v AS SELECT 1
go
`,
			Want: `{"state":"ok","symbols":[{"name":"Orders","kind":"type","signature":"table Orders(Id, Total)","exported":true},
				{"name":"GetOrder","kind":"function","signature":"procedure GetOrder","exported":true},
				{"name":"v","kind":"type","signature":"view v","exported":true}]}`,
		},
		{
			File: "lite.sql",
			In:   ".read base.sql\nCREATE TRIGGER x AFTER DELETE ON y BEGIN\n  DELETE FROM z; UPDATE q SET a = CASE WHEN 1 THEN 2 END;\nEND;\nCREATE VIRTUAL TABLE docs USING fts5(body);\nCREATE TEMP TABLE t1(a,b);\n",
			Want: `{"state":"ok","symbols":[{"name":"x","kind":"function","signature":"trigger x AFTER DELETE ON y"},
				{"name":"docs","kind":"type","signature":"table docs","exported":true},{"name":"t1","kind":"type","signature":"table t1(a, b)","exported":true}],
				"imports":[{"raw":"base.sql","form":"include"}]}`,
		},
		{
			File: "oracle.sql",
			In:   "@@base.sql\nCREATE OR REPLACE PACKAGE BODY pkg AS\n PROCEDURE a IS BEGIN NULL; END;\n PROCEDURE b IS BEGIN IF x THEN NULL; END IF; END b;\nEND;\n/\nCREATE TABLE t (a NUMBER(1,2), b DATE);\n",
			Want: `{"state":"ok","symbols":[{"name":"pkg","kind":"type","signature":"package pkg","exported":true},{"name":"t","kind":"type","signature":"table t(a, b)","exported":true}],
				"imports":[{"raw":"base.sql","form":"include"}]}`,
		},
		{
			File: "move.sql",
			In:   "ALTER TABLE ONLY public.users ADD COLUMN a int;\nalter table users drop b;\nCREATE UNIQUE INDEX CONCURRENTLY i ON users (a);\nINSERT INTO [dbo].[Cities] (a) VALUES (1);\nDELETE FROM x;\nSELECT 1;\n",
			Want: `{"state":"ok","facts":{"kind":"sql","title":"alters users; creates index i; fills Cities"}}`,
		},
		{File: "w.sql", In: "DROP TABLE IF EXISTS a; DROP TABLE b; DROP VIEW c; DROP TABLE d; DROP TABLE e; DROP TABLE f;", Want: `{"state":"ok","facts":{"kind":"sql","title":"drops a, b, c, d, …"}}`},
		{File: "u.sql", In: "-- Sets up all.\nSET x = 1;\n", Want: `{"state":"ok","doc":"Sets up all."}`},
		{File: "v.sql", In: "-- complain if sourced\n\\echo no\n", Want: `{"state":"ok"}`},
		{File: "q.sql", In: "-- name: GetUser :one\nSELECT 1;\n-- name: all_users^\n-- name: a b\n", Want: `{"state":"ok","symbols":[{"name":"GetUser","kind":"function","signature":"query GetUser","exported":true},{"name":"all_users","kind":"function","signature":"query all_users","exported":true}]}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 1<<20, "CREATE ", "CREATE TABLE a (", "(", "'", "$$", "$a$ ", "BEGIN ", "END ", "/\n", "GO\n", "DELIMITER x\n", "CREATE FUNCTION a() ", "[", "@a.b\n", "CREATE TABLE a (b int);\n", "COMMENT ON TABLE a IS ")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "CREATE TABLE a.b (c int, d text);", "DELIMITER //\nCREATE PROCEDURE p() BEGIN END//", "CREATE FUNCTION f() RETURNS int AS $$ x $$;\nCOMMENT ON FUNCTION f() IS 'y';", "CREATE TRIGGER a AFTER b ON c BEGIN CASE END; END;")
}
